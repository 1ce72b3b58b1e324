import { FairQueue } from '../../../platform/fair-queue.js';
import { currentCaller } from '../../../platform/limits/current-caller.js';
import { providerUnavailable } from '../lifecycle/provider-unavailable.js';

/** Questions at the same time, and those that wait; anybody can cause them. */
const CONCURRENCY = 10;
const MAX_WAITING = 100;

export const unverifiable = () =>
  providerUnavailable('This message can not be verified right now. Please send it again.');

const questions = new FairQueue({ atOnce: CONCURRENCY, total: MAX_WAITING, refusal: unverifiable });

/**
 * Asks PayPal whether it sent a message, when it is its turn: networks in turn, so that a flood waits for itself.
 * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE when too much is to be asked
 */
export async function inTurn<T>(ask: () => Promise<T>): Promise<T> {
  return questions.run(currentCaller(), ask);
}
