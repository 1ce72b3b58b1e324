import { sql } from '../../../platform/database/sql.js';
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

/** Tells whether a dispute of one of an account's purchases is open. */
export function hasOpenDispute(tx: Tx, userId: number): Promise<boolean> {
  return sql(tx).exists(
    `${OPEN_DISPUTES} AND p.checkout_id IN (SELECT id FROM checkouts WHERE user_id = $1)`,
    [userId],
  );
}
