import { ShopError } from '../../platform/shop-error.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { User } from './user.entity.js';
import { getTierForSpending, type Cents } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { EntityManager } from 'typeorm';

/**
 * Locks the account's row until the transaction ends and returns it.
 * @throws ShopError NOT_FOUND
 */
export async function lockUser(tx: Tx, id: number): Promise<User> {
  const user = await tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
  return user;
}

/** Locks the account's row as a reference to it does: until the transaction ends, nobody can lock it alone. */
export async function lockUserToRefer(tx: Tx, id: number): Promise<void> {
  await tx.findOne(User, { select: { id: true }, where: { id }, lock: { mode: 'for_key_share' } });
}

/**
 * Raises the version of a locked account whose columns stay, because data that depends on its orders has
 * changed.
 */
export async function raiseUserVersion(tx: Tx, user: User): Promise<void> {
  user.version += 1;
  const { id, version } = user;
  // Updates the row directly, because it was read under the lock and save() would read it again.
  await tx.update(User, { id }, { version });
  appendEvent(tx, { type: 'user.updated', aggregate: 'user', aggregateId: String(id), version });
}

/** Saves a locked account under its next version and appends its event. */
export async function saveUser(
  tx: Tx,
  user: User,
  type: 'user.updated' | 'user.blocked' | 'user.unblocked' = 'user.updated',
  data: Record<string, boolean> = {},
): Promise<void> {
  user.version += 1;
  await tx.save(user);
  appendEvent(tx, { type, aggregate: 'user', aggregateId: String(user.id), version: user.version, data });
}

/**
 * Changes the sum that a locked account has spent, in cents, and the tier that depends on it.
 * @param cents negative when money goes back
 */
export async function recordSpending(tx: Tx, buyer: User, cents: Cents): Promise<void> {
  buyer.totalSpentCents += cents;
  buyer.tier = getTierForSpending(buyer.totalSpentCents, buyer.tierFloor);
  await saveUser(tx, buyer);
}

/**
 * Stores a stronger hash of the same password, unless the password was changed meanwhile.
 * @returns whether the hash was stored
 */
export async function replacePasswordHash(
  manager: EntityManager,
  userId: number,
  from: string,
  to: string,
): Promise<boolean> {
  const count = await sql(manager).affected(
    'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 RETURNING id',
    [userId, from, to],
  );
  return count === 1;
}
