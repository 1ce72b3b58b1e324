import type { Tx } from '../../../platform/database/transaction.js';
import {
  bonusAccount,
  bonusHeldAccount,
  COINS,
  COINS_HELD,
  creditAccount,
  creditHeldAccount,
  rewardAccount,
  rewardHeldAccount,
  stockAccount,
  stockHeldAccount,
} from '../../../people/ledger/accounts.js';
import { book, lockBalances, type LedgerLine } from '../../../people/ledger/ledger.js';
import type { Checkout, CheckoutLine } from '../checkout.entity.js';
import { type CartItem, COINS_PER_MILLION, type OwnHold } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../../platform/database/sql.js';

type LineGoods = Pick<CheckoutLine, 'productId' | 'quantity' | 'coins'>;
interface HeldAmount {
  free: string;
  held: string;
  amount: number;
}

/** Computes the amounts that a checkout holds: coins, pieces, credit, bonus and reward code. */
function heldAmounts(checkout: Checkout, lines: readonly LineGoods[]): HeldAmount[] {
  const goods = lines.map((line) =>
    line.coins > 0
      ? { free: COINS, held: COINS_HELD, amount: line.coins }
      : { free: stockAccount(line.productId), held: stockHeldAccount(line.productId), amount: line.quantity },
  );
  const { rewardId } = checkout;
  const codes =
    rewardId === null
      ? []
      : [{ free: rewardAccount(rewardId), held: rewardHeldAccount(rewardId), amount: 1 }];
  return [
    ...goods,
    ...codes,
    {
      free: creditAccount(checkout.userId),
      held: creditHeldAccount(checkout.userId),
      amount: checkout.creditCents,
    },
    {
      free: bonusAccount(checkout.userId),
      held: bonusHeldAccount(checkout.userId),
      amount: checkout.bonusCents,
    },
  ].filter((claim) => claim.amount > 0);
}

const holdKey = (checkout: Checkout): string => `hold:${checkout.ref}:${checkout.holds}`;

/**
 * Holds the goods and balances of a checkout, all or nothing. Call last, because balances stay locked until the
 * transaction ends.
 * @throws InsufficientBalanceError
 */
export async function holdCheckoutGoods(
  tx: Tx,
  checkout: Checkout,
  lines: readonly LineGoods[],
): Promise<void> {
  const entryLines = heldAmounts(checkout, lines).flatMap(({ free, held, amount }): LedgerLine[] => [
    { account: free, delta: -amount },
    { account: held, delta: amount },
  ]);
  await book(
    tx,
    { idempotencyKey: holdKey(checkout), reason: 'hold', actor: `user:${checkout.userId}` },
    entryLines,
  );
}

/** Releases the hold of a checkout; a repeat does nothing. */
export async function releaseCheckoutGoods(
  tx: Tx,
  checkout: Checkout,
  lines: readonly LineGoods[],
): Promise<void> {
  if (!checkout.holding) return;
  const entryLines = heldAmounts(checkout, lines).flatMap(({ free, held, amount }): LedgerLine[] => [
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
    entryLines,
  );
}

/**
 * Locks the balances that checkouts hold or will hold, so that releasing one hold and making another cannot
 * deadlock.
 */
export async function lockHolds(
  tx: Tx,
  ...holds: readonly { checkout: Checkout; lines: readonly LineGoods[] }[]
): Promise<void> {
  const amounts = holds.flatMap(({ checkout, lines }) => heldAmounts(checkout, lines));
  await lockBalances(tx, [...new Set(amounts.flatMap(({ free, held }) => [free, held]))]);
}

/**
 * Sells the held goods, or free goods if the payment is late and the hold was released. Call last, because balances
 * are locked.
 * @throws InsufficientBalanceError when too little is free
 */
export async function sellCheckoutGoods(
  tx: Tx,
  checkout: Checkout,
  lines: readonly LineGoods[],
  from: 'held' | 'free',
): Promise<void> {
  const entryLines = heldAmounts(checkout, lines).map(({ amount, ...accounts }): LedgerLine => ({
    account: accounts[from],
    delta: -amount,
  }));
  await book(
    tx,
    { idempotencyKey: `sell:${checkout.ref}`, reason: 'sale', actor: `user:${checkout.userId}` },
    entryLines,
  );
}

const heldRow = z.object({ id: z.number(), quantity: z.number(), coins: z.number() });

/** Tells whether a cart equals the goods that the buyer's open checkout holds. */
export function isHeldCart(held: readonly OwnHold[], items: readonly CartItem[]): boolean {
  const isItemHeld = ({ id, quantity, customAmount }: CartItem): boolean =>
    held.some(
      (one) =>
        one.id === id &&
        one.quantity === quantity &&
        (customAmount === undefined || one.coins === customAmount * COINS_PER_MILLION),
    );
  return held.length === items.length && items.every(isItemHeld);
}

/** Lists the goods that an account's open checkout holds, by product. */
export function listOwnHolds(manager: EntityManager, userId: number): Promise<OwnHold[]> {
  return sql(manager).rows(
    heldRow,
    `SELECT l.product_id AS id, sum(l.quantity)::int AS quantity, sum(l.coins)::bigint AS coins
       FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id
      WHERE c.user_id = $1 AND c.state = 'open' AND c.holding GROUP BY 1 ORDER BY 1`,
    [userId],
  );
}
