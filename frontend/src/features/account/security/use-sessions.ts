import { accountCalls, type AccountSession } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SESSIONS } from '../keys';
import { callApi, callQuery } from '../../../lib/http/call-api';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { showToast } from '../../../lib/browser/toast';
import { deviceName } from './device-name';

/** The account's sessions. Refetched each time the list opens. */
export const useSessions = () =>
  useQuery({ ...callQuery(accountCalls.sessions), staleTime: 0, refetchOnMount: 'always' });

/** Signs out in one other browser. */
export function useEndSession() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: ({ id }: AccountSession) => callApi(accountCalls.endSession, { params: { id } }),
    onSuccess: (_, session) =>
      showToast({
        title: t('sessions.ended'),
        description: t('sessions.endedText', { name: deviceName(t, session) }),
        kind: 'success',
      }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      showToast({ title: t('sessions.failed'), description: t('sessions.failedText'), kind: 'error' });
    },
    // The list is read again in any case, because the session may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
}

/** Signs out everywhere else. */
export function useEndOtherSessions() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
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
