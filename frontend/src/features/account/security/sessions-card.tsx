import { accountCalls, type AccountSession } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SESSIONS } from '../query-keys';
import { callApi, queryOptionsFor } from '../../../lib/http/call-api';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { showToast } from '../../../lib/browser/toast';
import { formatDeviceName, chooseDeviceIcon } from './device-name';
import { Button } from '../../../ui/components/base/button';
import { StatusChip } from '../../../ui/components/shop/chip';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { FACT_SEPARATOR, formatDateTime } from '../../../lib/values/format';
import { SecurityCard, SecurityList, SecurityRow } from './security-layout';

/** Loads the account's sessions; refetched each time the list opens. */
const useSessions = () =>
  useQuery({ ...queryOptionsFor(accountCalls.sessions), staleTime: 0, refetchOnMount: 'always' });

/** Signs the user out in one other browser. */
export function useEndSession() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: ({ id }: AccountSession) => callApi(accountCalls.endSession, { params: { id } }),
    onSuccess: (_, session) =>
      showToast({
        title: t('sessions.ended'),
        description: t('sessions.endedText', { name: formatDeviceName(t, session) }),
        kind: 'success',
      }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      showToast({ title: t('sessions.failed'), description: t('sessions.failedText'), kind: 'error' });
    },
    // The sessions are refetched even after a failure, because the session may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** Signs the user out in all other browsers. */
export function useEndOtherSessions() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  return useMutation({
    mutationFn: () => callApi(accountCalls.endOtherSessions),
    onSuccess: ({ ended }) =>
      showToast({
        title: t('sessions.ended'),
        description: t('sessions.othersEnded', { count: ended }),
        kind: 'success',
      }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      showToast({ title: t('sessions.failed'), description: t('sessions.failedText'), kind: 'error' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
}

function SessionRow({ session }: { readonly session: AccountSession }) {
  const { t } = useTranslation('security');
  const end = useEndSession();
  const name = formatDeviceName(t, session);
  return (
    <SecurityRow
      icon={chooseDeviceIcon(session)}
      title={name}
      chip={session.current && <StatusChip tone="money">{t('sessions.current')}</StatusChip>}
      under={`${t(`sessions.by.${session.openedBy}`)}${FACT_SEPARATOR}${t('sessions.seen', { time: formatDateTime(session.lastSeenAt) })}`}
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

/** Card with the account's sessions, with a sign-out button for each. */
export function SessionsCard() {
  const { t } = useTranslation('security');
  return (
    <SecurityCard heading={t('sessions.heading')} text={t('sessions.text')}>
      <Sessions />
    </SecurityCard>
  );
}
