import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { Order } from './order.entity.js';

const withdrawals = z.object({ n: z.number(), oldest: z.date().nullable() });

/** How many purchases an account withdrew since a time, and when it withdrew the oldest of them. */
export async function withdrawalsSince(
  tx: Tx,
  userId: number,
  since: Date,
): Promise<z.infer<typeof withdrawals>> {
  const row = await sql(tx).first(
    withdrawals,
    `SELECT count(DISTINCT checkout_id)::int AS n, min(cancelled_at) AS oldest FROM orders
      WHERE user_id = $1 AND withdrawn AND cancelled_at > $2`,
    [userId, since],
  );
  return row ?? { n: 0, oldest: null };
}

/** Says of locked orders that their buyer withdrew them; cancelling them is another step. */
export async function markWithdrawn(tx: Tx, orders: readonly Order[]): Promise<void> {
  for (const order of orders) order.withdrawn = true;
  await sql(tx).run('UPDATE orders SET withdrawn = true WHERE id = ANY($1)', [orders.map(({ id }) => id)]);
}
