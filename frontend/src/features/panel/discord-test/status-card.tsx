import { chakra } from '@chakra-ui/react/styled-system';
import type { DiscordStatusAnswer } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { StatusChip } from '../../../ui/components/shop/chip';
import { serverMessage } from '../../../lib/http/fetcher';
import { formatDateTime } from '../../../lib/values/format';
import { useBotStatus } from './discord-calls';
import { TestCard, TestProblem } from './test-card';

const List = chakra('ul', { base: { display: 'grid', gap: '2' } });
const Item = chakra('li', { base: { color: 'danger', textStyle: 'small', overflowWrap: 'anywhere' } });
const Detail = chakra('span', { base: { display: 'block', color: 'muted', textStyle: 'small' } });

/** A problem's message, followed by Discord's response. */
function Problem({ code, detail }: DiscordStatusAnswer['problems'][number]) {
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

/** The bot's connection and the problems with Discord, refetched at intervals and on a press. */
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
              <Problem key={problem.code} {...problem} />
            ))}
          </List>
        </div>
      )}
      {status.isError && <TestProblem words={t('status.failed')} detail={serverMessage(status.error)} />}
      <p>
        <Button icon="refresh" loading={status.isPending || check.isPending} onClick={() => check.mutate()}>
          {t('status.check')}
        </Button>
      </p>
    </TestCard>
  );
}
