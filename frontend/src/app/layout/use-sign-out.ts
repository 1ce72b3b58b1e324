import { authCalls } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useReportTimeout } from '../../lib/hooks/use-report-timeout';
import { showToast } from '../../lib/browser/toast';
import { ME } from '../../lib/http/query-keys';
import { callApi } from '../../lib/http/call-api';
import { reconnectLive } from '../live/live-updates';

/** Returns a function that signs the user out, clears the query cache and opens the sign-in page. */
export function useSignOut() {
  const { t } = useTranslation('shop');
  const client = useQueryClient();
  const showNoAnswer = useReportTimeout();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => callApi(authCalls.logout),
    onSuccess: async () => {
      void import('../../lib/browser/push')
        .then(({ unsubscribeBrowser }) => unsubscribeBrowser())
        .catch(() => undefined);
      client.clear();
      client.setQueryData(ME, null);
      showToast({ title: t('logout.done'), description: t('logout.doneText'), kind: 'success' });
      await navigate('/login');
      await reconnectLive();
    },
    onError: (error) => {
      if (showNoAnswer(error)) return;
      showToast({ title: t('logout.failed'), description: t('logout.failedText'), kind: 'error' });
    },
  });
}
