import { ShopError } from '../../platform/problem.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { User } from './user.entity.js';

/** The account's row, locked until the transaction ends. @throws ShopError NOT_FOUND */
export async function lockUser(tx: Tx, id: number): Promise<User> {
  const user = await tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
  return user;
}

/** Announces a locked account whose own columns stay: what depends on its orders changed. */
export async function touchUser(tx: Tx, user: User): Promise<void> {
  user.version += 1;
  const { id, version } = user;
  // Read under the lock, so save() and its extra read are not needed.
  await tx.update(User, { id }, { version });
  appendEvent(tx, { type: 'user.updated', aggregate: 'user', aggregateId: String(id), version });
}

/** Saves a locked account under its next version and appends the event. */
export async function saveUser(
  tx: Tx,
  user: User,
  type: 'user.updated' | 'user.blocked' | 'user.unblocked' = 'user.updated',
): Promise<void> {
  user.version += 1;
  await tx.save(user);
  appendEvent(tx, { type, aggregate: 'user', aggregateId: String(user.id), version: user.version });
}
