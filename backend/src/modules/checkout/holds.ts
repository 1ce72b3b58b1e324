import type { Tx } from '../../infra/database/transaction.js';
import {
  bonus,
  bonusHeld,
  COINS,
  COINS_HELD,
  credit,
  creditHeld,
  reward,
  rewardHeld,
  stock,
  stockHeld,
} from '../ledger/accounts.js';
import { book, type LedgerLine } from '../ledger/ledger.js';
import type { Checkout, CheckoutLine } from './checkout.entity.js';

type Goods = Pick<CheckoutLine, 'productId' | 'quantity' | 'coins'>;
interface Amount {
  free: string;
  held: string;
  amount: number;
}

/** Everything a checkout sets aside: coins from the one pool, pieces of the rest, credit, bonus and reward code. */
function claims(checkout: Checkout, lines: readonly Goods[]): Amount[] {
  const goods = lines.map((line) =>
    line.coins > 0
      ? { free: COINS, held: COINS_HELD, amount: line.coins }
      : { free: stock(line.productId), held: stockHeld(line.productId), amount: line.quantity },
  );
  const { rewardId } = checkout;
  const codes = rewardId === null ? [] : [{ free: reward(rewardId), held: rewardHeld(rewardId), amount: 1 }];
  return [
    ...goods,
    ...codes,
    { free: credit(checkout.userId), held: creditHeld(checkout.userId), amount: checkout.creditCents },
    { free: bonus(checkout.userId), held: bonusHeld(checkout.userId), amount: checkout.bonusCents },
  ].filter((claim) => claim.amount > 0);
}

const holdKey = (checkout: Checkout): string => `hold:${checkout.ref}:${checkout.holds}`;

/**
 * Sets goods and balances of a checkout that says it holds them aside, all or nothing. Others wait for what it takes
 * until the transaction ends, so it comes last. @throws InsufficientError
 */
export async function hold(tx: Tx, checkout: Checkout, lines: readonly Goods[]): Promise<void> {
  const moves = claims(checkout, lines).flatMap(({ free, held, amount }): LedgerLine[] => [
    { account: free, delta: -amount },
    { account: held, delta: amount },
  ]);
  await book(
    tx,
    { idempotencyKey: holdKey(checkout), reason: 'hold', actor: `user:${checkout.userId}` },
    moves,
  );
}

/** Gives back what is set aside; a second release of one hold is a no-op. */
export async function release(tx: Tx, checkout: Checkout, lines: readonly Goods[]): Promise<void> {
  if (!checkout.holding) return;
  const moves = claims(checkout, lines).flatMap(({ free, held, amount }): LedgerLine[] => [
    { account: held, delta: -amount },
    { account: free, delta: amount },
  ]);
  checkout.holding = false;
  await book(
    tx,
    {
      idempotencyKey: `release:${checkout.ref}:${checkout.holds}`,
      reverses: holdKey(checkout),
      reason: 'release',
      actor: 'shop',
    },
    moves,
  );
}

/**
 * Takes what is held as sold; for late money, whose hold is gone, what is free. As with a hold, others wait for it.
 * @throws InsufficientError when what is free does not suffice
 */
export async function sell(
  tx: Tx,
  checkout: Checkout,
  lines: readonly Goods[],
  from: 'held' | 'free',
): Promise<void> {
  const moves = claims(checkout, lines).map(({ amount, ...accounts }): LedgerLine => ({
    account: accounts[from],
    delta: -amount,
  }));
  await book(
    tx,
    { idempotencyKey: `sell:${checkout.ref}`, reason: 'sale', actor: `user:${checkout.userId}` },
    moves,
  );
}
