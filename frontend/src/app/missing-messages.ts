import { i18n, onMessagesMissing } from '../i18n/i18n';
import { showToast } from '../lib/toast';

/** Says that words are missing, or stand there in another language, and offers to load the page again (OWN-302). */
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
