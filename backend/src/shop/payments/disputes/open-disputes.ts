import { sql, idRow } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { Dispute } from './dispute.entity.js';

/** Tells whether a locked payment has an open dispute, whose money may be with the bank already. */
export function isDisputed(tx: Tx, paymentId: number): Promise<boolean> {
  return tx.existsBy(Dispute, { paymentId, state: 'open' });
}

/** SQL: open disputes of purchases; stranded money is of none. A condition on the payment `p` follows. */
export const OPEN_DISPUTES = `SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id
                               WHERE d.state = 'open' AND p.state = 'settled'`;

/** Tells whether a dispute of a purchase is open. */
export function isPurchaseDisputed(tx: Tx, checkoutId: number): Promise<boolean> {
  return sql(tx).exists(`${OPEN_DISPUTES} AND p.checkout_id = $1`, [checkoutId]);
}

/** Tells whether an open dispute of an account may cost the shop money: of a purchase, or of stranded money that went back. */
export function hasOpenDispute(tx: Tx, userId: number): Promise<boolean> {
  return sql(tx).exists(
    `SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
      WHERE c.user_id = $1 AND d.state = 'open' AND (p.state = 'settled' OR d.amount_cents >
        (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'done')) LIMIT 1`,
    [userId],
  );
}

/** Orders of a checkout whose refunds were all requested, or made, before a dispute of it began, and none by a dispute. */
export async function ordersRefundedBefore(
  tx: Tx,
  checkoutId: number,
  openedAt: Date,
): Promise<ReadonlySet<number>> {
  const rows = await sql(tx).rows(
    idRow,
    `SELECT r.order_id AS id
       FROM refunds r JOIN payments p ON p.id = r.payment_id
       LEFT JOIN disputes d ON d.payment_id = p.id AND d.provider_ref = r.provider_ref
      WHERE p.checkout_id = $1 AND r.order_id IS NOT NULL
      GROUP BY r.order_id HAVING max(least(r.created_at, r.done_at)) < $2 AND count(d.id) = 0`,
    [checkoutId, openedAt],
  );
  return new Set(rows.map(({ id }) => id));
}
