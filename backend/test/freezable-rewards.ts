import type { Reward, RewardKey } from '@pax/contracts';
import { runTransaction } from '../src/platform/database/transaction.js';
import { book } from '../src/people/ledger/ledger.js';
import { readBalances, onePieceOf, type Items } from './buying.js';
import { signInMember, redeem } from './rewards.js';
import type { Shop } from './shop.js';
import type { SignedIn } from './sign-in.js';

const POINTS = 3_000;
const DAY_MS = 24 * 3_600_000;

/** Rights that points buy and a purchase may use: name, reward, and the fields of the placement. */
export const FREEZABLE_REWARDS: readonly [
  name: string,
  key: RewardKey,
  uses: (reward: Reward) => Record<string, unknown>,
][] = [
  ['a code', 'ten-percent-off', ({ code }) => ({ rewardCode: code })],
  ['credit', 'store-credit-5', () => ({ useStoreCredit: true })],
  ['early access', 'early-access', () => ({})],
];

/** A buyer with a reward, a cart that uses it, and a function that freezes it. */
export interface RewardUser {
  buyer: SignedIn;
  items: Items;
  extra: Record<string, unknown>;
  /** Reverses the points that paid for the reward. */
  freeze: () => Promise<void>;
  /** Reads the free and held amounts of product, credit and code. */
  amounts: () => Promise<number[]>;
}

/** Signs in a buyer who redeemed a reward; for early access, the product is not available yet. */
export async function signInRewardUser(
  shop: Shop,
  key: RewardKey,
  uses: (reward: Reward) => Record<string, unknown>,
): Promise<RewardUser> {
  const buyer = await signInMember(shop, 0, 'platinum');
  await bookPoints(shop, buyer, POINTS);
  const reward = await redeem(buyer, key);
  const availableFrom = key === 'early-access' ? new Date(Date.now() + DAY_MS) : null;
  const id = await shop.addProduct({ stock: 3, availableFrom });
  const credit = [`credit:${buyer.userId}`, `credit-held:${buyer.userId}`];
  const code = [`reward:${reward.id}`, `reward-held:${reward.id}`];
  return {
    buyer,
    items: onePieceOf(id),
    extra: uses(reward),
    freeze: () => bookPoints(shop, buyer, -POINTS),
    amounts: () => readBalances(shop, `stock:${id}`, `held:${id}`, ...credit, ...code),
  };
}

/** Books points, or reverses them. */
export async function bookPoints(shop: Shop, { userId }: SignedIn, delta: number): Promise<void> {
  const earned = `earned:${userId}`;
  const entry =
    delta > 0 ? { idempotencyKey: earned } : { idempotencyKey: `reverse:${earned}`, reverses: earned };
  await runTransaction(shop.database, (tx) =>
    book(tx, { ...entry, reason: 'spec', actor: 'shop' }, [
      { account: `points:${userId}`, delta, mayGoBelowZero: delta < 0 },
    ]),
  );
}
