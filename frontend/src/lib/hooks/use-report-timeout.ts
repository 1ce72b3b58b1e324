import { useTranslation } from 'react-i18next';
import { isTimeout } from '../http/time-limit';
import { showToast } from '../browser/toast';

/**
 * Shows a toast when a changing call timed out, because it may or may not have changed something.
 *
 * @returns whether the error was a timeout and the toast was shown
 */
export function useReportTimeout(): (error: unknown) => boolean {
  const { t } = useTranslation('common');
  return (error) => {
    if (!isTimeout(error)) return false;
    showToast({ title: t('noAnswer.title'), description: t('noAnswer.text'), kind: 'error' });
    return true;
  };
}
