import { idRow } from '../../../platform/database/row-schemas.js';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';

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
