import pLimit from 'p-limit';
import { providerUnavailable } from '../lifecycle/provider-unavailable.js';

/** Questions at the same time, and those that wait; anybody can cause them. */
const CONCURRENCY = 10;
const MAX_WAITING = 100;
const limit = pLimit(CONCURRENCY);

export const unverifiable = () =>
  providerUnavailable('This message can not be verified right now. Please send it again.');

/**
 * Asks PayPal whether it sent a message, when it is its turn.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE when too much is to be asked
 */
export async function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING) throw unverifiable();
  return limit(ask);
}
