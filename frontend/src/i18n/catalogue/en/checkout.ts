import type { SameKeys } from '../../message-catalogue';
import { catalogue as mix } from '../mix/checkout';

export const catalogue: SameKeys<typeof mix> = {
  ...mix,
  notice: {
    ...mix.notice,
    done: 'Order placed',
    doneText: 'Thank you! We have your order and deliver it soon.',
    doneCryptoText: 'Thank you! Pay in our partner’s tab now. We deliver once your payment is confirmed.',
  },
};
