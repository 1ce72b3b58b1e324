import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../browser/toast';

/**
 * Shows a toast with a retry button when a part of the page failed to load. After a second failure the button reloads
 * the page, because a deployment may have replaced the file.
 */
export function useReportLoadFailure(): (retry: () => void) => void {
  const { t } = useTranslation(['shop', 'common']);
  const failures = useRef(0);
  return useCallback(
    (retry) => {
      failures.current += 1;
      const isLasting = failures.current > 1 && navigator.onLine;
      showToast({
        title: t('shop:overPage.failed'),
        description: t('shop:overPage.failedText'),
        kind: 'error',
        action: isLasting
          ? { label: t('common:reload'), run: () => location.reload() }
          : { label: t('common:retry'), run: retry },
      });
    },
    [t],
  );
}
