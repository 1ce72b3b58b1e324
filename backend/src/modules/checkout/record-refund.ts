import type { Cents } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { returnReward } from '../loyalty/return-reward.js';
import { transitionCheckout } from './checkout-state.js';
import { Checkout } from './checkout.entity.js';

export interface Undone {
  /** Cash that goes back, cents; 0 where only credit or bonus was paid. */
  cents: Cents;
  /** Nothing of the checkout is left that was not undone. */
  isAll: boolean;
  now: Date;
}

/**
 * The checkout module's named write for refunds: counts up what went back of a checkout that the caller has locked,
 * and moves it to refunded when all is back; then its reward code comes back as well (OWN-101). Every change is told,
 * the last one by the new state.
 */
export async function recordRefund(tx: Tx, checkoutId: number, { cents, isAll, now }: Undone): Promise<void> {
  const checkout = await tx.findOneByOrFail(Checkout, { id: checkoutId });
  checkout.refundedCents += cents;
  if (isAll && checkout.state === 'paid') {
    await transitionCheckout(tx, checkout, 'refunded');
    if (checkout.rewardId !== null) await returnReward(tx, checkout.rewardId, checkout.ref, now);
    return;
  }
  if (cents === 0) return;
  checkout.version += 1;
  await tx.save(checkout);
  const { ref: aggregateId, version } = checkout;
  appendEvent(tx, { type: 'checkout.refunded', aggregate: 'checkout', aggregateId, version });
}
