import type { Tx } from '../../infra/database/transaction.js';
import { credit } from '../ledger/accounts.js';
import { book } from '../ledger/ledger.js';
import type { Order } from '../orders/order.entity.js';

type Commission = Pick<Order, 'id' | 'commissionUserId' | 'commissionCents'>;

const commissionKey = (orderId: number): string => `commission:${orderId}`;

/** Books the referrer's commission at delivery, once per order (OWN-59). */
export async function payCommission(tx: Tx, order: Commission): Promise<void> {
  if (order.commissionUserId === null || order.commissionCents === 0) return;
  await book(tx, { idempotencyKey: commissionKey(order.id), reason: 'referral commission', actor: 'shop' }, [
    { account: credit(order.commissionUserId), delta: order.commissionCents },
  ]);
}

/**
 * Reverses the commission of a refunded order, once. Credit may go below 0 when the referrer has spent it: the next
 * earnings make it good (OWN-102).
 */
export async function reverseCommission(tx: Tx, order: Commission, actor: string): Promise<void> {
  if (order.commissionUserId === null || order.commissionCents === 0) return;
  const entry = {
    idempotencyKey: `reverse:${commissionKey(order.id)}`,
    reverses: commissionKey(order.id),
    reason: 'referral commission',
    actor,
  };
  await book(tx, entry, [
    { account: credit(order.commissionUserId), delta: -order.commissionCents, mayGoBelowZero: true },
  ]);
}
