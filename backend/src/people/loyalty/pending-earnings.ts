import type { Cents } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';

/** Points and spending that an account's orders will add once they are delivered. */
export interface PendingEarnings {
  points: number;
  spentCents: Cents;
}

export const NOTHING_PENDING: PendingEarnings = { points: 0, spentCents: 0 };

/** SQL condition: the order `o` is paid, but its points are not booked: it is not delivered, or in a dispute. */
const IS_PENDING = `o.earnings = 'pending' AND o.status <> 'cancelled'
                AND o.payment_status IN ('paid', 'partly_refunded', 'disputed')`;
/** SQL: the points of an order `o` that are not refunded, rounded as `keptShare` does. */
const KEPT_POINTS = '(o.points - coalesce(o.points::bigint * o.refunded_cents / nullif(o.cash_cents, 0), 0))';

/** SQL: the points that an order `o` will earn on delivery. */
export const PENDING_POINTS = `(CASE WHEN ${IS_PENDING} THEN ${KEPT_POINTS} ELSE 0 END)`;

const sumRow = z.object({ userId: z.number(), points: z.number(), spentCents: z.number() });

/** Reads pending earnings by account; accounts without any are absent. */
export async function readPendingEarnings(
  manager: EntityManager,
  userIds: readonly number[],
): Promise<Map<number, PendingEarnings>> {
  const rows = await sql(manager).rows(
    sumRow,
    `SELECT o.user_id AS "userId", sum(${KEPT_POINTS})::bigint AS points,
            sum(o.cash_cents - o.refunded_cents)::bigint AS "spentCents"
       FROM orders o WHERE o.user_id = ANY($1) AND ${IS_PENDING} GROUP BY o.user_id`,
    [userIds],
  );
  return new Map(rows.map(({ userId, ...pending }) => [userId, pending]));
}

const orderRow = z.object({
  orderId: z.number(),
  points: z.number(),
  product: z.string(),
  createdAt: z.date(),
});

/** Reads an account's newest orders with pending points. */
export function readPendingOrders(
  manager: EntityManager,
  userId: number,
  limit: number,
): Promise<z.infer<typeof orderRow>[]> {
  return sql(manager).rows(
    orderRow,
    `SELECT o.id AS "orderId", ${KEPT_POINTS}::int AS points, o.product_name AS product, o.created_at AS "createdAt"
       FROM orders o WHERE o.user_id = $1 AND ${IS_PENDING} AND ${KEPT_POINTS} > 0 ORDER BY o.id DESC LIMIT $2`,
    [userId, limit],
  );
}
