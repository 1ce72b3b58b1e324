import { authCalls } from '@pax/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../lib/ui/toast';
import { callApi, callErrorOf } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';

/** Delay before the reload after an admin login, ms. */
export const RELOAD_MS = 1_000;

/** Signs in with a one-time admin code. */
export function useAdminLogin(reload: () => void) {
  const { t } = useTranslation('admin');
  return useMutation({
    mutationFn: (adminCode: string) => callApi(authCalls.adminLogin, { body: { adminCode } }),
    onSuccess: () => {
      showToast({ title: t('access.code.done'), description: t('access.code.doneText'), kind: 'success' });
      setTimeout(reload, RELOAD_MS);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) {
        showToast({
          title: t('access.code.failed'),
          description: t('access.code.failedText'),
          kind: 'error',
        });
        return;
      }
      const why = callErrorOf(authCalls.adminLogin, error) === 'RATE_LIMITED' ? 'limited' : 'refusedText';
      showToast({ title: t('access.code.refused'), description: t(`access.code.${why}`), kind: 'error' });
    },
  });
}
