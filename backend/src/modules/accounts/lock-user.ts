import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import { appendEvent } from '../../infra/outbox/outbox.js';
import { User } from './user.entity.js';

/** The account's row, locked until the transaction ends. @throws ShopError NOT_FOUND */
export async function lockUser(tx: Tx, id: number): Promise<User> {
  const user = await tx.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw new ShopError('NOT_FOUND', 'There is no such account.');
  return user;
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
