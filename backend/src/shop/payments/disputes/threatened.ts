import { z } from 'zod';
import { sql, type Connection } from '../../../platform/database/sql.js';
import { usernameOf } from '../../../people/accounts/account-sql.js';

const row = z.object({
  reference: z.string(),
  raisedAt: z.date(),
  checkout: z.string(),
  /** The amount of the payment that is neither refunded nor on its way back. */
  amountCents: z.number(),
  buyer: z.object({ id: z.number(), username: z.string() }),
  orders: z.array(z.number()),
});
/** A payment that a bank calls probable fraud, while a refund still keeps it from becoming a dispute. */
export type Threatened = z.infer<typeof row>;

/**
 * Payments with an early fraud warning whose money is still with the shop and undisputed, of an order's purchase
 * or one payment, oldest first.
 */
export function threatened(
  connection: Connection,
  { orderId, paymentId }: { orderId?: number; paymentId?: number },
): Promise<Threatened[]> {
  return sql(connection).rows(
    row,
    `SELECT w.provider_ref AS reference, w.created_at AS "raisedAt", c.ref AS checkout,
            (p.amount_cents - r.cents)::int AS "amountCents",
            jsonb_build_object('id', c.user_id, 'username', ${usernameOf('c.user_id')}) AS buyer,
            coalesce((SELECT jsonb_agg(o.id ORDER BY o.id) FROM orders o WHERE o.checkout_id = c.id), '[]') AS orders
       FROM fraud_warnings w JOIN payments p ON p.id = w.payment_id JOIN checkouts c ON c.id = p.checkout_id,
       LATERAL (SELECT coalesce(sum(amount_cents), 0) AS cents FROM refunds WHERE payment_id = p.id) r
      WHERE (p.id = $1 OR c.id = (SELECT checkout_id FROM orders WHERE id = $2))
        AND p.amount_cents > r.cents AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = p.id)
      ORDER BY p.id`,
    [paymentId ?? null, orderId ?? null],
  );
}
