import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';

const orderRow = z.object({ id: z.number(), checkoutId: z.number() });

/** The ids of each checkout's orders, in ascending order. */
export async function orderIdsOf(
  manager: EntityManager,
  checkoutIds: readonly number[],
): Promise<Map<number, number[]>> {
  const ids = new Map(checkoutIds.map((id): [number, number[]] => [id, []]));
  if (ids.size === 0) return ids;
  const rows = await sql(manager).rows(
    orderRow,
    'SELECT id, checkout_id AS "checkoutId" FROM orders WHERE checkout_id = ANY($1) ORDER BY id',
    [checkoutIds],
  );
  for (const { id, checkoutId } of rows) ids.get(checkoutId)?.push(id);
  return ids;
}

/** Whether one of these orders has a version above the one named with it. */
export function isAnyOrderNewer(
  tx: Tx,
  orders: readonly { orderId: number; version: number }[],
): Promise<boolean> {
  return sql(tx).exists(
    `SELECT 1 FROM orders o JOIN unnest($1::int8[], $2::int4[]) AS known (id, version) USING (id)
      WHERE o.version > known.version LIMIT 1`,
    [orders.map(({ orderId }) => orderId), orders.map(({ version }) => version)],
  );
}
