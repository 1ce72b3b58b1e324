import { i18n, onWordsLost } from '../i18n/i18n';
import { showToast } from '../lib/toast';

/** Says that words are missing, or stand there in another language, and offers to load the page again (OWN-302). */
export function watchWords(): void {
  onWordsLost(() =>
    showToast({
      title: i18n.t('wordsLost.title'),
      description: i18n.t('wordsLost.text'),
      kind: 'error',
      action: { label: i18n.t('reload'), run: () => location.reload() },
    }),
  );
}
