import type { Tx } from '../../infra/database/transaction.js';
import { credit } from '../ledger/accounts.js';
import { book } from '../ledger/ledger.js';
import type { Order } from '../orders/order.entity.js';
import { keptShare, partOf, type RefundPart } from '../orders/refund-share.js';
import { partName } from './undo-order.js';

const commissionKey = (orderId: number): string => `commission:${orderId}`;

/** Books the referrer's commission at delivery, once per order, less what was refunded before (OWN-59, OWN-483). */
export async function payCommission(tx: Tx, order: Order): Promise<void> {
  if (order.commissionUserId === null || order.commissionCents === 0) return;
  await book(tx, { idempotencyKey: commissionKey(order.id), reason: 'referral commission', actor: 'shop' }, [
    { account: credit(order.commissionUserId), delta: keptShare(order.commissionCents, order) },
  ]);
}

/**
 * Reverses the commission of a refunded part of a delivered order, once per part. Credit may go below 0 when the
 * referrer has spent it: the next earnings make it good (OWN-102).
 */
export async function reverseCommission(
  tx: Tx,
  order: Order,
  part: RefundPart,
  actor: string,
): Promise<void> {
  if (order.commissionUserId === null || order.commissionCents === 0 || order.completedAt === null) return;
  const delta = -partOf(order.commissionCents, part);
  const idempotencyKey = `reverse:${commissionKey(order.id)}${partName(part)}`;
  await book(tx, { idempotencyKey, reason: 'referral commission', actor }, [
    { account: credit(order.commissionUserId), delta, mayGoBelowZero: true },
  ]);
}
