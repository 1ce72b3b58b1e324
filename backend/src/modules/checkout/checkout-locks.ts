import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import { lockUser } from '../accounts/lock-user.js';
import { User } from '../accounts/user.entity.js';
import { Checkout, CheckoutLine } from './checkout.entity.js';

export interface LockedCheckout {
  checkout: Checkout;
  buyer: User;
  referrer: User | undefined;
  lines: CheckoutLine[];
}

/**
 * Locks in the house's order – user rows by id, then the checkout – and reads the state anew.
 * @throws ShopError NOT_FOUND for an unknown reference
 */
export async function lockCheckout(tx: Tx, ref: string): Promise<LockedCheckout> {
  const [seen]: { user_id: number }[] = await tx.query('SELECT user_id FROM checkouts WHERE ref = $1', [ref]);
  if (!seen) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
  const users = await lockUsers(tx, seen.user_id);
  const checkout = await tx.findOneOrFail(Checkout, { where: { ref }, lock: { mode: 'pessimistic_write' } });
  const lines = await tx.find(CheckoutLine, { where: { checkoutId: checkout.id }, order: { lineNo: 'ASC' } });
  return { checkout, lines, ...users };
}

/** Locks an account and the one that referred it, by id. */
export async function lockUsers(
  tx: Tx,
  userId: number,
): Promise<{ buyer: User; referrer: User | undefined }> {
  const users = await tx
    .createQueryBuilder(User, 'user')
    .where('user.id = :userId OR user.id = (SELECT referred_by_user_id FROM users WHERE id = :userId)', {
      userId,
    })
    .orderBy('user.id')
    .setLock('pessimistic_write')
    .getMany();
  const buyer = users.find((user) => user.id === userId);
  if (!buyer) throw new ShopError('NOT_FOUND', 'There is no such account.');
  const { referredByUserId } = buyer;
  // A code was applied while the buyer's row was waited for: the row says so, the accounts found before do not.
  const referrer =
    users.find((user) => user.id === referredByUserId) ??
    (referredByUserId === null ? undefined : await lockUser(tx, referredByUserId));
  return { buyer, referrer };
}
