import { BUYER_REFUND_STATES, formatCentsAsDecimal, type StaffOrder as WireOrder } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { readEntities } from '../../platform/database/read-entities.js';
import { cachedPerTransaction } from '../../platform/outbox/projections.js';
import { Order } from './order.entity.js';
import { teamNameOf, usernameOf } from '../../people/accounts/account-sql.js';

const namesRow = z.object({
  id: z.number(),
  username: z.string(),
  ref: z.string().nullable(),
  paidAt: z.date().nullable(),
  staff: z.string().nullable(),
  refund: z.enum(BUYER_REFUND_STATES).nullable(),
});

type Names = z.infer<typeof namesRow>;

/** Display name of a staff member without an account in the shop: the Discord id. */
const actorDisplayName = (actor: string): string => actor.replace(/^discord:/, 'Discord ');

/** Id of the account that an actor names; null for a Discord id. */
const accountIdOfActor = (actor: string): number | null => Number(/^user:(\d+)$/.exec(actor)?.[1]) || null;

function toWireOrder(row: Order, names: Names | undefined): WireOrder {
  const toIsoTime = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    id: row.id,
    userId: row.userId,
    username: names?.username ?? '',
    productId: row.productId,
    productName: row.productName,
    category: row.category,
    discordUsername: row.discordUsername,
    minecraftName: row.minecraftName,
    quantity: row.quantity,
    coins: row.coins,
    totalPrice: formatCentsAsDecimal(row.totalCents),
    status: row.status,
    paymentStatus: row.paymentStatus,
    kind: row.kind,
    priority: row.priority,
    createdAt: row.createdAt.toISOString(),
    paidAt: toIsoTime(names?.paidAt ?? null),
    dueAt: toIsoTime(row.dueAt),
    completedAt: toIsoTime(row.completedAt),
    archivedAt: toIsoTime(row.archivedAt),
    cancelledAt: toIsoTime(row.cancelledAt),
    withdrawn: row.withdrawn,
    ...(names?.refund ? { refund: names.refund } : {}),
    referralCode: row.referralCode,
    referralDiscount: formatCentsAsDecimal(row.referralDiscountCents),
    checkout: names?.ref ?? null,
    processedBy: row.processedBy && (names?.staff ?? actorDisplayName(row.processedBy)),
    processedById: row.processedBy === null ? null : accountIdOfActor(row.processedBy),
    ...(row.blockedName ? { blockedName: true } : {}),
    version: row.version,
  };
}

/** Builds the API form of orders, with the username and the checkout's reference. */
export async function toWireOrders(manager: EntityManager, orders: readonly Order[]): Promise<WireOrder[]> {
  const names = await readNames(
    manager,
    orders.map((order) => order.id),
  );
  return orders.map((order) => toWireOrder(order, names.get(order.id)));
}

async function readNames(manager: EntityManager, ids: readonly number[]): Promise<Map<number, Names>> {
  const rows = await sql(manager).rows(
    namesRow,
    `SELECT o.id, ${usernameOf('o.user_id')} AS username, c.ref, c.paid_at AS "paidAt",
            ${teamNameOf("substring(o.processed_by FROM '^user:([0-9]+)$')::int")} AS staff,
            (SELECT CASE bool_and(r.state = 'done') WHEN true THEN 'done' WHEN false THEN 'requested' END
               FROM (SELECT state FROM refunds WHERE order_id = o.id
                     UNION ALL
                     SELECT r.state FROM payments p JOIN refunds r ON r.payment_id = p.id
                      WHERE o.payment_status = 'void' AND p.checkout_id = o.checkout_id
                        AND p.state = 'stranded') r) AS refund
       FROM orders o LEFT JOIN checkouts c ON c.id = o.checkout_id
      WHERE o.id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads the API form of one order. */
export async function readWireOrder(manager: EntityManager, id: number): Promise<WireOrder | undefined> {
  const [order] = await readWireOrders(manager, [id]);
  return order;
}

/** Reads the API form of orders by id, once per relay step. */
export const cachedOrders = cachedPerTransaction(
  async (tx, ids: readonly number[]) =>
    new Map((await readWireOrders(tx, ids)).map((order) => [order.id, order])),
);

/** Reads the API form of orders by id; unknown ids are left out. */
export async function readWireOrders(manager: EntityManager, ids: readonly number[]): Promise<WireOrder[]> {
  if (ids.length === 0) return [];
  const orders = await readEntities(manager, Order, 'WHERE id = ANY($1) ORDER BY id', [ids]);
  const names = await readNames(manager, ids);
  return orders.map((order) => toWireOrder(order, names.get(order.id)));
}
