import { accountCalls, STAFF_PASSWORD_MIN, type ChangePasswordRequest } from '@pax/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PASSWORD, SECURITY_NOTICES, SESSIONS } from '../keys';
import { callApi, callErrorOf, callQuery } from '../../../lib/http/call-api';
import { serverMessage } from '../../../lib/http/fetcher';
import { useNoAnswer } from '../../../lib/hooks/use-no-answer';
import { showToast } from '../../../lib/browser/toast';
import { refusedField } from './password-fields';

/** Tells whether a password exists and until when a new one needs no old one. Refetched each time the form opens. */
export const usePasswordState = () =>
  useQuery({ ...callQuery(accountCalls.passwordState), staleTime: 0, refetchOnMount: 'always' });

/** Sets a new password; the server ends every other session with it. */
export function useChangePassword() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const showNoAnswer = useNoAnswer();
  return useMutation({
    mutationFn: (body: ChangePasswordRequest) => callApi(accountCalls.changePassword, { body }),
    onSuccess: () =>
      showToast({ title: t('password.done'), description: t('password.doneText'), kind: 'success' }),
    onError: (error) => {
      if (showNoAnswer(error)) return;
      const known = refusedField(callErrorOf(accountCalls.changePassword, error));
      const description = known
        ? t(`password.problem.${known[1]}`, { count: STAFF_PASSWORD_MIN })
        : (serverMessage(error) ?? t('password.failedText'));
      showToast({ title: t('password.failed'), description, kind: 'error' });
    },
    // The re-authentication may have expired or been used.
    onSettled: () => {
      for (const queryKey of [PASSWORD, SESSIONS, SECURITY_NOTICES])
        void client.invalidateQueries({ queryKey });
    },
  });
}
