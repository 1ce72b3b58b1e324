import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { PENDING_POINTS } from '../../people/loyalty/pending-earnings.js';

const ordersRow = z.object({
  checkoutId: z.number(),
  /** In ascending order. */
  ids: z.array(z.number()),
  pendingPoints: z.number(),
});

/** The orders of each checkout, and the points that they bring with their delivery. */
export async function ordersOfCheckouts(
  manager: EntityManager,
  checkoutIds: readonly number[],
): Promise<Map<number, z.infer<typeof ordersRow>>> {
  if (checkoutIds.length === 0) return new Map();
  const rows = await sql(manager).rows(
    ordersRow,
    `SELECT o.checkout_id AS "checkoutId", array_agg(o.id ORDER BY o.id) AS ids,
            sum(${PENDING_POINTS})::bigint AS "pendingPoints"
       FROM orders o WHERE o.checkout_id = ANY($1) GROUP BY o.checkout_id`,
    [checkoutIds],
  );
  return new Map(rows.map((row) => [row.checkoutId, row]));
}

/** Tells whether one of these orders has a version above the one named with it. */
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

/** SQL: whether nobody paid an order; anybody can place such orders. Null without an order. @param id SQL of its id */
export const isUnpaidOrder = (id: string): string =>
  `(SELECT payment_status IN ('unconfirmed', 'void') FROM orders WHERE id = ${id})`;

const referredRow = z.object({ id: z.number(), ref: z.string() });

/** The orders of the checkouts with these references, oldest first. */
export const ordersOfReferences = (
  manager: EntityManager,
  refs: readonly string[],
): Promise<z.infer<typeof referredRow>[]> =>
  sql(manager).rows(
    referredRow,
    `SELECT o.id, c.ref FROM orders o JOIN checkouts c ON c.id = o.checkout_id WHERE c.ref = ANY($1) ORDER BY o.id`,
    [refs],
  );
