import { i18n, onMessagesMissing } from './i18n';
import { showToast } from '../lib/browser/toast';

/** Shows a toast with a reload button when messages of the chosen language failed to load. */
export function watchMissingMessages(): void {
  onMessagesMissing(() =>
    showToast({
      title: i18n.t('messagesMissing.title'),
      description: i18n.t('messagesMissing.text'),
      kind: 'error',
      action: { label: i18n.t('reload'), run: () => location.reload() },
    }),
  );
}
