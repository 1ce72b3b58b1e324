import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button';
import { StatusChip } from '../../../components/chip';
import { serverMessage } from '../../../lib/fetcher';
import { useBotStatus } from './discord-calls';
import { TestCard, TestProblem } from './test-card';

/** Whether the bot is connected, asked on a press (ADMIN-2.53). */
export function StatusCard() {
  const { t } = useTranslation('discord');
  const status = useBotStatus();
  const known = status.data && (status.data.connected ? 'connected' : 'away');
  return (
    <TestCard heading={t('status.heading')}>
      <p role="status">
        <StatusChip tone={known === 'connected' ? 'money' : known === 'away' ? 'danger' : 'muted'}>
          {t(`status.${known ?? 'unknown'}`)}
        </StatusChip>
      </p>
      {status.isError && <TestProblem words={t('status.failed')} detail={serverMessage(status.error)} />}
      <p>
        <Button icon="refresh" loading={status.isPending} onClick={() => status.mutate()}>
          {t('status.check')}
        </Button>
      </p>
    </TestCard>
  );
}
