import type { Cents } from '@pax/contracts';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { moveCheckout } from './checkout-state.js';
import { Checkout } from './checkout.entity.js';

export interface Undone {
  /** Cash that goes back, cents; 0 where only credit or bonus was paid. */
  cents: Cents;
  /** Nothing of the checkout is left that was not undone. */
  isAll: boolean;
}

/**
 * The checkout module's named write for refunds: counts up what went back of a checkout that the caller has locked,
 * and moves it to refunded when all is back. Every change is told, the last one by the new state.
 */
export async function recordRefund(tx: Tx, checkoutId: number, { cents, isAll }: Undone): Promise<void> {
  const checkout = await tx.findOneByOrFail(Checkout, { id: checkoutId });
  checkout.refundedCents += cents;
  if (isAll && checkout.state === 'paid') return moveCheckout(tx, checkout, 'refunded');
  if (cents === 0) return;
  checkout.version += 1;
  await tx.save(checkout);
  const { ref: aggregateId, version } = checkout;
  await appendEvent(tx, { type: 'checkout.refunded', aggregate: 'checkout', aggregateId, version });
}
