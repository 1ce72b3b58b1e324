import { hasEnded, withProvider, type Payable } from '../payables.js';
import type { PaymentSession } from '../payment-provider.js';

/**
 * @returns the session that an open checkout has, if any
 * @throws ShopError CONFLICT when the checkout ended, ALREADY_PAID when it was paid, CHECKOUT_OPEN while it is confirmed
 */
export function attachedSession(payable: Payable): PaymentSession | undefined {
  const { state, providerSessionId: id, providerUrl: url } = payable;
  if (state === 'paid' || state === 'confirming') throw withProvider(payable);
  if (state !== 'open') throw hasEnded();
  return id === null ? undefined : { id, url, state: 'open', payment: null };
}
