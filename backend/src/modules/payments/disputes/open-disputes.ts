import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';
import { Dispute } from './dispute.entity.js';

/** Whether a dispute of a locked payment is open: its money may be with the bank already. */
export function isDisputed(tx: Tx, paymentId: number): Promise<boolean> {
  return tx.existsBy(Dispute, { paymentId, state: 'open' });
}

/** Whether a dispute of an account's payments is open, or of one of its checkouts. */
export function hasOpenDispute(tx: Tx, userId: number, checkoutId?: number): Promise<boolean> {
  return sql(tx).exists(
    `SELECT 1 FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
      WHERE c.user_id = $1 AND c.id = coalesce($2, c.id) AND d.state = 'open'`,
    [userId, checkoutId ?? null],
  );
}
