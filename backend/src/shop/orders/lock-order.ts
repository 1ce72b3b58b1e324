import { sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/problem.js';
import type { Tx } from '../../platform/database/transaction.js';
import { User } from '../../people/accounts/user.entity.js';
import { Order } from './order.entity.js';

/**
 * Locks the user rows of an order by id, its checkout, then the order – the order every use case keeps – and reads it.
 * @throws ShopError NOT_FOUND, WITHDRAWN for an order that its buyer withdrew, and STALE when a version is named that
 * is not the current one
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

/** Locks the orders of a checkout that the caller has locked, in ascending order. */
export function lockOrdersOf(tx: Tx, checkoutId: number): Promise<Order[]> {
  return tx.find(Order, {
    where: { checkoutId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}
