import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { PENDING_POINTS } from '../../people/loyalty/pending-earnings.js';
import { ShopError } from '../../platform/shop-error.js';
import { User } from '../../people/accounts/user.entity.js';
import { Order } from './order.entity.js';
import type { FormerIdentities } from '../../people/accounts/former-identities.js';
import { assertNoConflictOfInterest, type ActOnAccount } from '../../people/accounts/conflict-of-interest.js';

const ordersRow = z.object({
  checkoutId: z.number(),
  /** Ids of the checkout's orders, in ascending order. */
  ids: z.array(z.number()),
  pendingPoints: z.number(),
});

/** Finds the orders of each checkout, and the points that their delivery will earn. */
export async function findOrdersOfCheckouts(
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

/** Tells whether any of the given orders now has a higher version than the one given with it. */
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

/**
 * Makes SQL that tells whether an order is unpaid, as a crypto order that anybody can place; null if there is no
 * such order.
 * @param id SQL of the order's id
 */
export const isUnpaidOrderSql = (id: string): string =>
  `(SELECT payment_status IN ('unconfirmed', 'void') FROM orders WHERE id = ${id})`;

const THING = 'order:';

/** Returns the name of an order as a thing acted on. */
export const orderThing = (id: number): string => `${THING}${id}`;

/** Returns the id of the order that a thing's name is of. */
export const orderOfThing = (thing: string): number => Number(thing.slice(THING.length));

/** Finds the ids of all orders of accounts. */
export async function findOrdersOfUsers(
  manager: EntityManager,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await sql(manager).rows(idRow, 'SELECT id FROM orders WHERE user_id = ANY($1)', [userIds]);
  return rows.map(({ id }) => id);
}

const ownerRow = z.object({ id: z.number(), userId: z.number() });

/** Finds the accounts of orders, by the order's id; unknown orders are absent. */
export async function findOrderOwners(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await sql(manager).rows(
    ownerRow,
    'SELECT id, user_id AS "userId" FROM orders WHERE id = ANY($1::int8[])',
    [ids],
  );
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

const referredRow = z.object({ id: z.number(), ref: z.string(), totalCents: z.number() });

/** Finds the orders of checkouts by the checkouts' references, oldest first, with what each checkout charged, cents. */
export const findOrdersByReferences = (
  manager: EntityManager,
  refs: readonly string[],
): Promise<z.infer<typeof referredRow>[]> =>
  sql(manager).rows(
    referredRow,
    `SELECT o.id, c.ref, c.total_cents AS "totalCents" FROM orders o JOIN checkouts c ON c.id = o.checkout_id WHERE c.ref = ANY($1) ORDER BY o.id`,
    [refs],
  );

/**
 * Locks and reads an order; first locks the accounts by id, then the checkout, as every use case does.
 * @throws ShopError NOT_FOUND; WITHDRAWN for an order that its buyer withdrew; STALE when the given version is
 * outdated
 */
export async function lockOrder(tx: Tx, id: number, version?: number): Promise<Order> {
  const seen = await tx.findOneBy(Order, { id });
  if (!seen) throw new ShopError('NOT_FOUND', 'There is no such order.');
  const users = [seen.userId, ...(seen.commissionUserId === null ? [] : [seen.commissionUserId])];
  await tx
    .createQueryBuilder(User, 'user')
    .where('user.id IN (:...users)', { users })
    .orderBy('user.id')
    .setLock('pessimistic_write')
    .getMany();
  if (seen.checkoutId !== null)
    await sql(tx).run('SELECT id FROM checkouts WHERE id = $1 FOR UPDATE', [seen.checkoutId]);
  const order = await tx.findOneOrFail(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (order.withdrawn) throw new ShopError('WITHDRAWN', 'The buyer withdrew this order. Do not deliver it.');
  if (version !== undefined && version !== order.version) {
    throw new ShopError('STALE', 'Somebody changed this order in the meantime.', {
      current: { status: order.status, version: order.version },
    });
  }
  return order;
}

/** Locks the orders of a checkout in ascending order. The caller has locked the checkout. */
export function lockOrdersOfCheckout(tx: Tx, checkoutId: number): Promise<Order[]> {
  return tx.find(Order, {
    where: { checkoutId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

/** The error for an action of staff on an order of their own. */
export const ownOrderError = (): ShopError =>
  new ShopError('OWN_ORDER', 'This order is your own. Another member of the team has to do this.');

/**
 * Checks that an order does not belong to the acting staff member, as `assertNoConflictOfInterest` does.
 * @throws ShopError OWN_ORDER
 */
export function assertNotOwnOrder(tx: Tx, departed: FormerIdentities, act: ActOnAccount): Promise<void> {
  return assertNoConflictOfInterest(tx, departed, act, {
    refusal: ownOrderError,
    title: 'An admin acted on an order of their own',
  });
}
