import { useTranslation } from 'react-i18next';
import { isTimeout } from '../http/time-limit';
import { showToast } from '../browser/toast';

/**
 * Shows a toast where a write got no answer in time, because "nothing was changed" would be a guess.
 * @returns whether it did
 */
export function useReportTimeout(): (error: unknown) => boolean {
  const { t } = useTranslation('common');
  return (error) => {
    if (!isTimeout(error)) return false;
    showToast({ title: t('noAnswer.title'), description: t('noAnswer.text'), kind: 'error' });
    return true;
  };
}
