import { ShopError } from '../../platform/shop-error.js';
import { readEntities } from '../../platform/database/read-entities.js';
import type { Tx } from '../../platform/database/transaction.js';
import { lockUser } from '../../people/accounts/user-row.js';
import { User } from '../../people/accounts/user.entity.js';
import { Checkout, CheckoutLine } from './checkout.entity.js';
import { referrerOf } from '../../people/accounts/account-sql.js';

interface BuyerAndReferrer {
  buyer: User;
  referrer: User | undefined;
}

export interface LockedCheckout extends BuyerAndReferrer {
  checkout: Checkout;
  lines: CheckoutLine[];
}

/**
 * Locks the accounts of buyer and referrer by id, then the checkout, as every use case does against deadlocks, and
 * reads the checkout.
 * @throws ShopError NOT_FOUND for an unknown reference
 */
export async function lockCheckout(tx: Tx, ref: string): Promise<LockedCheckout> {
  const users = await lockUserRows(tx, '(SELECT user_id FROM checkouts WHERE ref = $1)', ref);
  const [checkout] = await readEntities(tx, Checkout, 'WHERE ref = $1 FOR UPDATE', [ref]);
  if (!checkout) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
  const lines = await readLines(tx, checkout);
  return { checkout, lines, ...(await splitBuyerAndReferrer(tx, users, checkout.userId)) };
}

/** Reads a checkout that the caller has locked, and its lines. */
export async function readLockedCheckout(
  tx: Tx,
  id: number,
): Promise<Pick<LockedCheckout, 'checkout' | 'lines'>> {
  const [checkout] = await readEntities(tx, Checkout, 'WHERE id = $1', [id]);
  if (!checkout) throw new ShopError('NOT_FOUND', 'There is no such checkout.');
  return { checkout, lines: await readLines(tx, checkout) };
}

const readLines = (tx: Tx, { id }: Checkout): Promise<CheckoutLine[]> =>
  readEntities(tx, CheckoutLine, 'WHERE checkout_id = $1 ORDER BY line_no', [id]);

/**
 * Locks an account and its referrer's account, ordered by id.
 * @throws ShopError NOT_FOUND for an unknown account
 */
export async function lockBuyerAndReferrer(tx: Tx, userId: number): Promise<BuyerAndReferrer> {
  return splitBuyerAndReferrer(tx, await lockUserRows(tx, '$1', userId), userId);
}

/**
 * Locks the rows of a buyer and the buyer's referrer.
 * @param buyer SQL of the buyer's id, with `$1` for the value
 */
function lockUserRows(tx: Tx, buyer: string, value: number | string): Promise<User[]> {
  const pair = `WHERE id = ${buyer} OR id = ${referrerOf(buyer)}`;
  return readEntities(tx, User, `${pair} ORDER BY id FOR UPDATE`, [value]);
}

async function splitBuyerAndReferrer(
  tx: Tx,
  users: readonly User[],
  userId: number,
): Promise<BuyerAndReferrer> {
  const buyer = users.find((user) => user.id === userId);
  if (!buyer) throw new ShopError('NOT_FOUND', 'There is no such account.');
  const { referredByUserId } = buyer;
  // Locks the referrer separately if the buyer applied a referral code while this transaction waited for the
  // buyer's row.
  const referrer =
    users.find((user) => user.id === referredByUserId) ??
    (referredByUserId === null ? undefined : await lockUser(tx, referredByUserId));
  return { buyer, referrer };
}

/** The reason why a locked account may not buy, so that its money is refunded; undefined if it may. */
export function reasonNotToSell({ deletedAt, blockedAt, purchasesSuspended }: User): string | undefined {
  if (deletedAt !== null) return 'its account was deleted';
  if (blockedAt !== null) return 'its account is blocked';
  return purchasesSuspended ? 'its account may not buy during a dispute' : undefined;
}

/**
 * Checks that an account may buy.
 * @param buyer locked
 * @throws ShopError BLOCKED for an account that is blocked, deleted or suspended by a dispute
 */
export function assertMayBuy(buyer: User): void {
  if (reasonNotToSell(buyer)) throw new ShopError('BLOCKED', 'Purchases are not possible with this account.');
}

/** The error for a checkout that can no longer be paid. */
export const checkoutEndedError = (): ShopError =>
  new ShopError('CONFLICT', 'This checkout has ended in the meantime. Please try again.');

/** The error for a checkout whose payment was made or is being confirmed. */
export function paidOrConfirmingError({
  ref,
  state,
  method,
}: Pick<Checkout, 'ref' | 'state' | 'method'>): ShopError {
  if (state === 'paid')
    return new ShopError('ALREADY_PAID', 'Your earlier checkout was paid a moment ago.', { checkout: ref });
  return new ShopError(
    'CHECKOUT_OPEN',
    'The payment of your earlier checkout is being confirmed. Wait for its outcome, then try again.',
    { checkout: ref, state, method },
  );
}
