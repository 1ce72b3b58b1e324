import type { AccountSession } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { StatusChip } from '../../../ui/components/shop/chip';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { DOT } from '../../../lib/values/dot';
import { formatDateTime } from '../../../lib/values/format';
import { deviceIcon, deviceName } from './device-name';
import { SecurityCard, SecurityList, SecurityRow } from './security-card';
import { useEndOtherSessions, useEndSession, useSessions } from './use-sessions';

function SessionRow({ session }: { readonly session: AccountSession }) {
  const { t } = useTranslation('security');
  const end = useEndSession();
  const name = deviceName(t, session);
  return (
    <SecurityRow
      icon={deviceIcon(session)}
      title={name}
      chip={session.current && <StatusChip tone="money">{t('sessions.current')}</StatusChip>}
      under={`${t(`sessions.by.${session.openedBy}`)}${DOT}${t('sessions.seen', { time: formatDateTime(session.lastSeenAt) })}`}
      act={
        !session.current && (
          <Button
            size="sm"
            aria-label={t('sessions.endNamed', { name })}
            loading={end.isPending}
            onClick={() => end.mutate(session)}
          >
            {t('sessions.end')}
          </Button>
        )
      }
    />
  );
}

function Sessions() {
  const { t } = useTranslation('security');
  const sessions = useSessions();
  const endOthers = useEndOtherSessions();
  if (sessions.isPending)
    return (
      <Loading>
        <Skeleton height="120px" />
      </Loading>
    );
  if (!sessions.data)
    return <ErrorState compact sentence={t('sessions.loadFailed')} onRetry={() => void sessions.refetch()} />;
  return (
    <>
      <SecurityList>
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </SecurityList>
      <p>
        {sessions.data.length > 1 ? (
          <Button icon="logout" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        ) : (
          t('sessions.alone')
        )}
      </p>
    </>
  );
}

/** Lists the account's sessions, with sign-out for each. */
export function SessionsCard() {
  const { t } = useTranslation('security');
  return (
    <SecurityCard heading={t('sessions.heading')} text={t('sessions.text')}>
      <Sessions />
    </SecurityCard>
  );
}
