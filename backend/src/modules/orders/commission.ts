import type { Tx } from '../../infra/database/transaction.js';
import { credit } from '../ledger/accounts.js';
import { book } from '../ledger/ledger.js';
import type { Order } from './order.entity.js';

type Commission = Pick<Order, 'id' | 'commissionUserId' | 'commissionCents'>;

const paid = (orderId: number): string => `commission:${orderId}`;

/** What the referrer earned becomes available with the delivery; once per order (OWN-59). */
export async function payCommission(tx: Tx, order: Commission): Promise<void> {
  if (order.commissionUserId === null || order.commissionCents === 0) return;
  await book(tx, { idempotencyKey: paid(order.id), reason: 'referral commission', actor: 'shop' }, [
    { account: credit(order.commissionUserId), delta: order.commissionCents },
  ]);
}

/**
 * Takes back the commission of an order that was completed and is refunded; once, and also when the referrer has
 * spent it: the customer then sees 0 and what the next earnings make good (OWN-102).
 */
export async function reverseCommission(tx: Tx, order: Commission, actor: string): Promise<void> {
  if (order.commissionUserId === null || order.commissionCents === 0) return;
  const entry = {
    idempotencyKey: `reverse:${paid(order.id)}`,
    reverses: paid(order.id),
    reason: 'referral commission',
    actor,
  };
  await book(tx, entry, [
    { account: credit(order.commissionUserId), delta: -order.commissionCents, mayGoBelowZero: true },
  ]);
}
