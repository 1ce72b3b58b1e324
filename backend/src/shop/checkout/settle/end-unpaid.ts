import type { Tx } from '../../../platform/database/transaction.js';
import { voidOrders } from '../../orders/unconfirmed-orders.js';
import type { Checkout, CheckoutLine } from '../checkout.entity.js';
import { release } from '../place/holds.js';
import { transitionCheckout } from './checkout-state.js';

interface End {
  to: 'expired' | 'cancelled' | 'failed';
  /** The actor, as the orders' history names it. */
  actor: string;
  now: Date;
}

/** Ends a locked checkout that holds goods: gives back what it holds, and voids the orders that stood unconfirmed. */
export async function endUnpaid(
  tx: Tx,
  { checkout, lines }: { checkout: Checkout; lines: CheckoutLine[] },
  { to, actor, now }: End,
): Promise<void> {
  if (checkout.method === 'crypto') await voidOrders(tx, checkout.id, { actor, now });
  await release(tx, checkout, lines);
  checkout.endedAt = now;
  await transitionCheckout(tx, checkout, to);
}
