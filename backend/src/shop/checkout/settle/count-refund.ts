import type { Cents } from '@pax/contracts';
import type { Tx } from '../../../platform/database/transaction.js';
import { appendEvent } from '../../../platform/outbox/outbox.js';
import { returnReward } from '../../../people/loyalty/return-reward.js';
import { transitionCheckout } from './checkout-state.js';
import { Checkout } from '../checkout.entity.js';

interface RefundedPart {
  /** Cash that goes back, cents; 0 where only credit or bonus was paid. */
  cents: Cents;
  /** Every order of the checkout is undone. */
  isAll: boolean;
  now: Date;
}

/**
 * Adds a refund to a checkout that the caller has locked; when everything is refunded it becomes refunded and its
 * reward code is returned. Appends one event per call that changes something.
 */
export async function countRefund(
  tx: Tx,
  checkoutId: number,
  { cents, isAll, now }: RefundedPart,
): Promise<void> {
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
