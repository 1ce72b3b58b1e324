import { chakra } from '@chakra-ui/react/styled-system';
import { discordCalls, type AdminPost, type PostState } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { StatusChip, type ChipTone } from '../../../ui/components/shop/chip';
import { TextLink } from '../../../ui/components/base/page';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { FACT_SEPARATOR, formatDate, formatExactDateTime, formatExactTime } from '../../../lib/values/format';
import { showToast } from '../../../lib/browser/toast';
import { TestCard, TestProblem } from './test-card';
import { callApi } from '../../../lib/http/call-api';

/** Number of Discord posts that the page lists. */
const LATEST = 5;

const List = chakra('ul', { base: { display: 'grid' } });
const Row = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'line',
    fontSize: 'sm',
  },
});

const What = chakra('span', { base: { flex: '1 1 200px', overflowWrap: 'anywhere' } });
const Small = chakra('span', { base: { display: 'block', color: 'muted', fontSize: 'xs' } });
const Quiet = chakra('p', { base: { color: 'muted' } });

const tones: Readonly<Record<PostState, ChipTone>> = {
  pending: 'accent',
  claimed: 'accent',
  sent: 'money',
  parked: 'danger',
  counted: 'muted',
};

/** Returns the time of a post's event and, once the post is sent, the time of its Discord message. */
function formatPostTimes({ occurredAt, sentAt }: AdminPost): string {
  const occurred = formatExactDateTime(occurredAt);
  if (sentAt === null) return occurred;
  const isSameDay = formatDate(sentAt) === formatDate(occurredAt);
  return `${occurred} → ${(isSameDay ? formatExactTime : formatExactDateTime)(sentAt)}`;
}

/** List of the latest Discord posts with number, time and state; each can be sent again. */
export function PostsCard() {
  const { t } = useTranslation('discord');
  const posts = useLatestPosts();
  const resend = useResendPost();
  const describePost = ({ id, channel, orderId, resendOf }: AdminPost): string =>
    [
      t('posts.number', { id }),
      ...(resendOf === null ? [] : [t('posts.copyOf', { id: resendOf })]),
      ...(orderId === null ? [] : [t('posts.order', { id: orderId })]),
      `#${channel}`,
    ].join(FACT_SEPARATOR);
  const resendPost = (id: number) =>
    resend.mutate(id, {
      onSuccess: () => {
        showToast({ title: t('posts.resent'), kind: 'success' });
        posts.mutate();
      },
      onError: (error) =>
        showToast({
          title: t('posts.resendFailed'),
          description: serverMessageOf(error) ?? '',
          kind: 'error',
        }),
    });
  return (
    <TestCard heading={t('posts.heading')}>
      {posts.data?.length === 0 && <Quiet>{t('posts.none')}</Quiet>}
      {posts.data && posts.data.length > 0 && (
        <List>
          {posts.data.map((post) => (
            <Row key={post.id}>
              <What>
                {post.type}
                <Small>{describePost(post)}</Small>
                <Small>
                  {[formatPostTimes(post), ...(post.parkedReason ? [post.parkedReason] : [])].join(
                    FACT_SEPARATOR,
                  )}
                </Small>
              </What>
              <StatusChip tone={tones[post.state]}>{t(`posts.states.${post.state}`)}</StatusChip>
              {post.link && (
                <TextLink href={post.link} target="_blank" rel="noreferrer">
                  {t('posts.open')}
                </TextLink>
              )}
              <Button
                size="sm"
                kind="bare"
                icon="refresh"
                disabled={resend.isPending}
                onClick={() => resendPost(post.id)}
              >
                {t('posts.resend')}
              </Button>
            </Row>
          ))}
        </List>
      )}
      {posts.isError && <TestProblem words={t('posts.failed')} detail={serverMessageOf(posts.error)} />}
      <p>
        <Button icon="refresh" loading={posts.isPending} onClick={() => posts.mutate()}>
          {t('posts.read')}
        </Button>
      </p>
    </TestCard>
  );
}

// Calls are mutations instead of queries, because each press of the button has to send a new request.
const useLatestPosts = () =>
  useMutation({ mutationFn: () => callApi(discordCalls.posts, { query: { limit: String(LATEST) } }) });
const useResendPost = () =>
  useMutation({ mutationFn: (id: number) => callApi(discordCalls.resendPost, { params: { id } }) });
