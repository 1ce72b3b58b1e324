import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import { lockUser } from '../accounts/lock-user.js';
import { User } from '../accounts/user.entity.js';
import { Checkout, CheckoutLine } from './checkout.entity.js';

interface Pair {
  buyer: User;
  referrer: User | undefined;
}

export interface LockedCheckout extends Pair {
  checkout: Checkout;
  lines: CheckoutLine[];
}

/**
 * Locks in the house's order – user rows by id, then the checkout – and reads the state anew.
 * @throws ShopError NOT_FOUND for an unknown reference
 */
export async function lockCheckout(tx: Tx, ref: string): Promise<LockedCheckout> {
  const users = await lockPair(tx, '(SELECT user_id FROM checkouts WHERE ref = :buyer)', ref);
  const checkout = await tx.findOne(Checkout, { where: { ref }, lock: { mode: 'pessimistic_write' } });
  if (!checkout) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
  const lines = await tx.find(CheckoutLine, { where: { checkoutId: checkout.id }, order: { lineNo: 'ASC' } });
  return { checkout, lines, ...(await tellApart(tx, users, checkout.userId)) };
}

/** Locks an account and the one that referred it, by id. @throws ShopError NOT_FOUND for an unknown account */
export async function lockUsers(tx: Tx, userId: number): Promise<Pair> {
  return tellApart(tx, await lockPair(tx, ':buyer', userId), userId);
}

/** @param buyer whose account it is, as SQL of `:buyer` */
function lockPair(tx: Tx, buyer: string, value: number | string): Promise<User[]> {
  return tx
    .createQueryBuilder(User, 'user')
    .where(`user.id = ${buyer} OR user.id = (SELECT referred_by_user_id FROM users WHERE id = ${buyer})`, {
      buyer: value,
    })
    .orderBy('user.id')
    .setLock('pessimistic_write')
    .getMany();
}

async function tellApart(tx: Tx, users: readonly User[], userId: number): Promise<Pair> {
  const buyer = users.find((user) => user.id === userId);
  if (!buyer) throw new ShopError('NOT_FOUND', 'There is no such account.');
  const { referredByUserId } = buyer;
  // A code was applied while the buyer's row was waited for: the row says so, the accounts found before do not.
  const referrer =
    users.find((user) => user.id === referredByUserId) ??
    (referredByUserId === null ? undefined : await lockUser(tx, referredByUserId));
  return { buyer, referrer };
}
