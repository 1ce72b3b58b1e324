import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { Dispute } from './payment.entity.js';

/** Tells whether a locked payment has an open dispute, so that its money may already be with the bank. */
export function isDisputed(tx: Tx, paymentId: number): Promise<boolean> {
  return tx.existsBy(Dispute, { paymentId, state: 'open' });
}

/**
 * SQL of open disputes of purchases, without those of stranded money. The caller appends a condition on the payment
 * `p`.
 */
export const OPEN_DISPUTES_SQL = `SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id
                               WHERE d.state = 'open' AND p.state = 'settled'`;

/** Tells whether a purchase has an open dispute. */
export function isPurchaseDisputed(tx: Tx, checkoutId: number): Promise<boolean> {
  return sql(tx).exists(`${OPEN_DISPUTES_SQL} AND p.checkout_id = $1`, [checkoutId]);
}

/**
 * Tells whether an account has an open dispute that may cost the shop money: about a purchase, or about stranded
 * money that was refunded.
 */
export function hasOpenDispute(tx: Tx, userId: number): Promise<boolean> {
  return sql(tx).exists(
    `SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
      WHERE c.user_id = $1 AND d.state = 'open' AND (p.state = 'settled' OR d.amount_cents >
        (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state <> 'done')) LIMIT 1`,
    [userId],
  );
}
