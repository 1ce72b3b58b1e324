import type { Ticket } from '@pax/contracts';
import { i18n, preloadAreas } from '../../i18n/i18n';
import { showToast } from '../../lib/browser/toast';

/** Shows a toast on any page that a ticket was answered, with a link to it. */
export async function showAnswerToast({ id, subject }: Ticket): Promise<void> {
  await preloadAreas('support');
  const t = i18n.getFixedT(null, 'support');
  showToast({
    title: t('answered.toast'),
    description: t('answered.text', { id, subject }),
    kind: 'success',
  });
}
