import type { Ticket } from '@pax/contracts';
import { i18n, preloadAreas } from '../../i18n/i18n';
import { showToast } from '../../lib/browser/toast';

/** Shows a toast on any page that staff answered a ticket, or wrote a message to it. */
export async function showAnswerToast({ id, subject, response }: Ticket): Promise<void> {
  await preloadAreas('support');
  const t = i18n.getFixedT(null, 'support');
  showToast({
    title: t(response === null ? 'message.toast' : 'answered.toast'),
    description: t(response === null ? 'message.toastText' : 'answered.text', { id, subject }),
    kind: 'success',
  });
}
