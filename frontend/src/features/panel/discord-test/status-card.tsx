import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { discordCalls, type DiscordStatusAnswer } from '@pax/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/components/base/button';
import { TextLink } from '../../../ui/components/base/page';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { formatCount, formatDateTime } from '../../../lib/values/format';
import { TestCard, TestProblem } from './test-card';
import { StatusChip } from '../../../ui/components/shop/chip';
import { callApi, queryOptionsFor } from '../../../lib/http/call-api';

/** Interval at which the bot's status is polled, ms; the bot reports changes within a second. */
const POLL_MS = 3_000;

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '5',
    rowGap: '2',
    '& dt': { color: 'muted' },
    '& dd': { fontWeight: 'medium', overflowWrap: 'anywhere' },
  },
});

/** Card with the public facts about the shop's Discord server. */
export function ServerCard() {
  const { t } = useTranslation('discord');
  const server = useServerAnswer();
  return (
    <TestCard heading={t('server.heading')}>
      {server.data && (
        <Facts>
          <dt>{t('server.name')}</dt>
          <dd>{server.data.serverName}</dd>
          <dt>{t('server.members')}</dt>
          <dd>{formatCount(server.data.memberCount)}</dd>
          <dt>{t('server.invite')}</dt>
          <dd>
            <TextLink href={server.data.inviteLink} target="_blank" rel="noreferrer">
              {server.data.inviteLink}
            </TextLink>
          </dd>
        </Facts>
      )}
      {server.isError && <TestProblem words={t('server.failed')} detail={serverMessageOf(server.error)} />}
      <p>
        <Button icon="refresh" loading={server.isPending} onClick={() => server.mutate()}>
          {t('server.read')}
        </Button>
      </p>
    </TestCard>
  );
}

const List = chakra('ul', { base: { display: 'grid', gap: '2' } });
const Item = chakra('li', { base: { color: 'danger', textStyle: 'small', overflowWrap: 'anywhere' } });
const Detail = chakra('span', { base: { display: 'block', color: 'muted', textStyle: 'small' } });

/** Message of a problem with Discord, followed by Discord's own answer. */
function DiscordProblem({ code, detail }: DiscordStatusAnswer['problems'][number]) {
  const { t } = useTranslation('discord');
  if (code === 'EVENTS_UNREADABLE')
    return <Item>{t('status.problems.EVENTS_UNREADABLE', { count: Number(detail) })}</Item>;
  if (code === 'BOT_LOGINS_SPENT')
    return <Item>{t('status.problems.BOT_LOGINS_SPENT', { until: formatDateTime(detail ?? '') })}</Item>;
  return (
    <Item>
      {t(`status.problems.${code}`)}
      {detail && <Detail>{detail}</Detail>}
    </Item>
  );
}

/** Card with the bot's connection and problems, refetched at intervals and on request. */
export function StatusCard() {
  const { t } = useTranslation('discord');
  const status = useBotStatus();
  const check = useMutation({ mutationFn: () => status.refetch() });
  const known = status.data && (status.data.connected ? 'connected' : 'away');
  return (
    <TestCard heading={t('status.heading')}>
      <p role="status">
        <StatusChip tone={known === 'connected' ? 'money' : known === 'away' ? 'danger' : 'muted'}>
          {t(`status.${known ?? 'unknown'}`)}
        </StatusChip>
      </p>
      {status.data && status.data.problems.length > 0 && (
        <div role="alert">
          <List>
            {status.data.problems.map((problem) => (
              <DiscordProblem key={problem.code} {...problem} />
            ))}
          </List>
        </div>
      )}
      {status.isError && <TestProblem words={t('status.failed')} detail={serverMessageOf(status.error)} />}
      <p>
        <Button icon="refresh" loading={status.isPending || check.isPending} onClick={() => check.mutate()}>
          {t('status.check')}
        </Button>
      </p>
    </TestCard>
  );
}

/** Loads the bot's status again and again while the page is open. */
export const useBotStatus = () =>
  useQuery({ ...queryOptionsFor(discordCalls.discordStatus), staleTime: 0, refetchInterval: POLL_MS });

// A mutation instead of a query, because each press of the button has to send a new request.
const useServerAnswer = () => useMutation({ mutationFn: () => callApi(discordCalls.serverInfo) });
