import { chakra } from '@chakra-ui/react/styled-system';
import { authCalls, discordCalls, type ServerInfoAnswer } from '@pax/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { Icon } from '../../../ui/components/base/icon';
import { Surface } from '../../../ui/components/base/surface';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, SkeletonText } from '../../../ui/components/feedback/skeleton';
import { StatusChip } from '../../../ui/components/shop/chip';
import { callApi, queryOptionsFor } from '../../../lib/http/call-api';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { formatCount } from '../../../lib/values/format';
import { useJoinOutcome } from './join-outcome';
import { TextElement } from '../../../ui/components/base/text-element';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { openInNewTab } from '../../../lib/browser/open-in-new-tab';
import { showToast } from '../../../lib/browser/toast';

/** Address of Discord's consent page, which asks whether the shop may add the user to the server. */
const ADD_ME = `${authCalls.startDiscordSignIn.path}?join=1`;

const Card = chakra(Surface, { base: { display: 'grid', gap: '3', mt: '4' } });
const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '1',
  },
});
const Label = chakra('p', { base: { color: 'muted', textStyle: 'label' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading', overflowWrap: 'anywhere' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', maxWidth: 'prose' } });
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3' } });
const Failed = chakra('p', {
  base: { display: 'flex', gap: '2', color: 'danger', textStyle: 'small', '& svg': { flexShrink: '0' } },
});

/** Requests an invite to the Discord server; opens it in a new tab if the shop cannot add the user itself. */
function useJoinServer() {
  const { t } = useTranslation('account');
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: () => callApi(discordCalls.inviteToServer),
    onSuccess: (answer) => {
      if (!answer.success) showToast({ title: t('join.member'), kind: 'info' });
      // If the browser blocks the new tab, the user can follow the link on the card.
      else if (!answer.canBeAdded) openInNewTab(answer.inviteUrl);
    },
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const description = serverMessageOf(error);
      showToast({ title: t('join.failed'), ...(description ? { description } : {}), kind: 'error' });
    },
  });
}

interface JoinServerViewProps {
  readonly server: ServerInfoAnswer;
  /** True when a Discord account is linked to the user's account. */
  readonly isLinked: boolean;
}

/** Content of the card by state: join, invited, already a member, or failed. */
function JoinServerView({ server, isLinked }: JoinServerViewProps) {
  const { t } = useTranslation('account');
  const join = useJoinServer();
  const outcome = useJoinOutcome();
  const answer = join.data;
  const isMember = answer?.success === false || outcome === 'added' || outcome === 'member';
  const invite = answer?.success === true ? answer : undefined;
  const link = (
    <ButtonLink
      kind={isMember ? 'quiet' : 'bare'}
      href={server.inviteLink}
      target="_blank"
      rel="noreferrer"
      iconAfter="external"
    >
      {t(isMember ? 'join.open' : 'join.link')}
    </ButtonLink>
  );
  return (
    <>
      <Top>
        <div>
          <Label>{t('join.label')}</Label>
          <Heading>{server.serverName}</Heading>
        </div>
        {isMember && <StatusChip tone="money">{t('join.isMember')}</StatusChip>}
      </Top>
      {server.memberCount > 0 && (
        <Text>
          {t('join.members', { count: server.memberCount, number: formatCount(server.memberCount) })}
        </Text>
      )}
      <div aria-live="polite">
        <Text>
          {isMember
            ? t('join.memberText')
            : invite
              ? t(invite.canBeAdded ? 'join.canBeAdded' : 'join.invited')
              : t(isLinked ? 'join.text' : 'join.unlinked')}
        </Text>
        {join.isError && (
          <Failed>
            <Icon name="alert" size={18} />
            <span>{serverMessageOf(join.error) ?? t('join.failed')}</span>
          </Failed>
        )}
      </div>
      <Buttons>
        {!isMember && invite && (
          <>
            {invite.canBeAdded && (
              <ButtonLink href={ADD_ME} icon="plus">
                {t('join.add')}
              </ButtonLink>
            )}
            <ButtonLink href={invite.inviteUrl} target="_blank" rel="noreferrer" iconAfter="external">
              {t('join.openInvite')}
            </ButtonLink>
          </>
        )}
        {!isMember && !invite && (
          <Button icon="chat" loading={join.isPending} onClick={() => join.mutate()}>
            {t('join.action')}
          </Button>
        )}
        {(isMember || !invite) && <TextElement>{link}</TextElement>}
      </Buttons>
    </>
  );
}

/** Card of the community's Discord server: name, members, and how to join. */
export function JoinServerCard({ isLinked }: Pick<JoinServerViewProps, 'isLinked'>) {
  const { t } = useTranslation('account');
  const server = useQuery(queryOptionsFor(discordCalls.serverInfo));
  return (
    <Card pad="md" asChild>
      <section aria-label={t('join.label')}>
        {server.data ? (
          <JoinServerView server={server.data} isLinked={isLinked} />
        ) : server.isPending ? (
          <Loading>
            <SkeletonText lines={3} />
          </Loading>
        ) : (
          <ErrorState compact sentence={t('join.loadFailed')} onRetry={() => void server.refetch()} />
        )}
      </section>
    </Card>
  );
}
