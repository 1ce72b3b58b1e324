import { ShopError } from '../../../common/problem.js';
import type { Payable } from '../payables.js';
import type { PaymentSession } from '../payment-provider.js';

/**
 * @returns the session that an open checkout has, if any
 * @throws ShopError CONFLICT when the checkout ended, ALREADY_PAID when it was paid
 */
export function attachedSession(payable: Payable): PaymentSession | undefined {
  const { ref, state, providerSessionId: id, providerUrl: url } = payable;
  if (state === 'paid' || state === 'confirming')
    throw new ShopError('ALREADY_PAID', 'Your earlier checkout was paid a moment ago.', { checkout: ref });
  if (state !== 'open') throw hasEnded();
  return id === null ? undefined : { id, url, state: 'open', payment: null };
}

export const hasEnded = (): ShopError =>
  new ShopError('CONFLICT', 'This checkout has ended in the meantime. Please try again.');
