import { ShopError } from '../../common/problem.js';
import { readRows } from '../../infra/database/read-rows.js';
import { pipelined } from '../../infra/database/pipelined.js';
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
  const [locked] = await lockCheckoutAnd(tx, ref, () => undefined);
  return locked;
}

/** As `lockCheckout`. @param beside what else is to be read once the accounts are locked, without waiting for the rest */
export async function lockCheckoutAnd<T>(
  tx: Tx,
  ref: string,
  beside: () => Promise<T> | undefined,
): Promise<[LockedCheckout, T | undefined]> {
  const users = await lockPair(tx, '(SELECT user_id FROM checkouts WHERE ref = $1)', ref);
  const [[checkout], lines, read] = await pipelined(
    readRows(tx, Checkout, 'WHERE ref = $1 FOR UPDATE', [ref]),
    // They never change, so that it does not matter whether the checkout is locked by then.
    readRows(
      tx,
      CheckoutLine,
      `WHERE checkout_id = (SELECT id FROM checkouts WHERE ref = $1) ORDER BY line_no`,
      [ref],
    ),
    beside(),
  );
  if (!checkout) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
  return [{ checkout, lines, ...(await splitBuyerAndReferrer(tx, users, checkout.userId)) }, read];
}

/** Locks an account and the one that referred it, by id. @throws ShopError NOT_FOUND for an unknown account */
export async function lockUsers(tx: Tx, userId: number): Promise<Pair> {
  return splitBuyerAndReferrer(tx, await lockPair(tx, '$1', userId), userId);
}

/** @param buyer whose account it is, as SQL of `$1` */
function lockPair(tx: Tx, buyer: string, value: number | string): Promise<User[]> {
  const pair = `WHERE id = ${buyer} OR id = (SELECT referred_by_user_id FROM users WHERE id = ${buyer})`;
  return readRows(tx, User, `${pair} ORDER BY id FOR UPDATE`, [value]);
}

async function splitBuyerAndReferrer(tx: Tx, users: readonly User[], userId: number): Promise<Pair> {
  const buyer = users.find((user) => user.id === userId);
  if (!buyer) throw new ShopError('NOT_FOUND', 'There is no such account.');
  const { referredByUserId } = buyer;
  // A code was applied while the buyer's row was waited for: the row says so, the accounts found before do not.
  const referrer =
    users.find((user) => user.id === referredByUserId) ??
    (referredByUserId === null ? undefined : await lockUser(tx, referredByUserId));
  return { buyer, referrer };
}
