import {
  REWARD_SHOP,
  type RewardCategory,
  type RewardKey,
  isTierAtLeast,
  REWARD_VALID_DAYS,
  rewardKey,
  type RedeemRewardAnswer,
  type RedeemRewardRequest,
} from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import { type Tx, Transactions } from '../../platform/database/transaction.js';
import { saveUser, lockUser } from '../accounts/user-row.js';
import type { User } from '../accounts/user.entity.js';
import { creditAccount, rewardAccount, pointsAccount } from '../ledger/accounts.js';
import { book, type LedgerLine, readBalance, InsufficientBalanceError } from '../ledger/ledger.js';
import { Reward, generateRewardCode, toWireReward } from './reward-code.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';

/**
 * Tells whether the account already has what the reward gives: a permanent badge, or early access that is
 * still in force.
 */
export function hasRewardAlready(user: User, key: RewardKey, now: Date): boolean {
  const { category } = REWARD_SHOP[key];
  if (category === 'badge') return user.vipAt !== null;
  return category === 'access' && user.earlyAccessUntil !== null && user.earlyAccessUntil > now;
}

/**
 * Applies a reward that needs no checkout: credit, badge or early access. Does nothing for codes to use at
 * checkout.
 */
export async function applyImmediateReward(tx: Tx, user: User, reward: Reward): Promise<void> {
  await EFFECTS[REWARD_SHOP[reward.key].category](tx, user, reward);
}

type RewardEffect = (tx: Tx, user: User, reward: Reward) => Promise<void>;
const noEffect: RewardEffect = () => Promise.resolve();

const EFFECTS: Record<RewardCategory, RewardEffect> = {
  discount: noEffect,
  delivery: noEffect,
  credit: (tx, user, reward) =>
    bookRewardUse(tx, reward, { account: creditAccount(user.id), delta: REWARD_SHOP[reward.key].amount }),
  badge: async (tx, user, reward) => {
    user.vipAt = reward.redeemedAt;
    await saveUser(tx, user);
    await sql(tx).run(
      `INSERT INTO role_grants (user_id, next_try_at) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET next_try_at = $2, attempts = 0, done_at = NULL`,
      [user.id, reward.redeemedAt],
    );
    await bookRewardUse(tx, reward);
  },
  // Leaves early access unbooked, so that the reward shows as active until it expires.
  access: async (tx, user, reward) => {
    user.earlyAccessUntil = reward.expiresAt;
    await saveUser(tx, user);
  },
};

async function bookRewardUse(tx: Tx, { id }: Reward, ...gives: LedgerLine[]): Promise<void> {
  await book(tx, { idempotencyKey: `use:${id}`, reason: 'reward used', actor: 'shop' }, [
    { account: rewardAccount(id), delta: -1 },
    ...gives,
  ]);
}

const DAY_MS = 86_400_000;

/**
 * Redeems a reward in one transaction under the account's lock, so that concurrent requests never overspend.
 * A repeat with the same requestId answers the reward of the first request.
 */
@Injectable()
export class RedeemReward {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, TIER_TOO_LOW, ALREADY_OWNED, INSUFFICIENT_POINTS, BLOCKED, DISPUTE_OPEN, CONFLICT */
  async execute(userId: number, { rewardId, requestId }: RedeemRewardRequest): Promise<RedeemRewardAnswer> {
    const key = rewardKey.safeParse(rewardId);
    if (!key.success) throw new ShopError('NOT_FOUND', 'There is no such reward in the reward shop.');
    return this.transactions.run(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user.blockedAt) throw new ShopError('BLOCKED', 'Rewards can not be redeemed with this account.');
      const known = requestId === undefined ? null : await tx.findOneBy(Reward, { userId, requestId });
      if (known && known.key !== key.data)
        throw new ShopError('CONFLICT', 'This request was another reward before. Please try again.');
      const reward = known ?? (await this.redeemInTransaction(tx, user, key.data, requestId ?? null));
      return {
        reward: await toWireReward(tx, reward),
        points: Math.max(0, await readBalance(tx, pointsAccount(userId))),
      };
    });
  }

  private async redeemInTransaction(
    tx: Tx,
    user: User,
    key: RewardKey,
    requestId: string | null,
  ): Promise<Reward> {
    if (user.purchasesSuspended)
      throw new ShopError(
        'DISPUTE_OPEN',
        'Nothing can be redeemed while your bank reviews one of your payments.',
      );
    const now = this.clock.now();
    const { pointsCost, requiredTier } = REWARD_SHOP[key];
    if (!isTierAtLeast(user.tier, requiredTier))
      throw new ShopError('TIER_TOO_LOW', `This reward needs the ${requiredTier} tier.`, { requiredTier });
    if (hasRewardAlready(user, key, now))
      throw new ShopError('ALREADY_OWNED', 'You have this already; it would give you nothing more.');
    const reward = await tx.save(
      tx.create(Reward, {
        userId: user.id,
        key,
        code: generateRewardCode(),
        pointsCost,
        requestId,
        redeemedAt: now,
        expiresAt: this.clock.fromNow(REWARD_VALID_DAYS * DAY_MS),
      }),
    );
    await spendPoints(tx, reward);
    await applyImmediateReward(tx, user, reward);
    return reward;
  }
}

/** Books the points as spent on the reward, in one journal entry. */
async function spendPoints(tx: Tx, { id, userId, pointsCost }: Reward): Promise<void> {
  try {
    await book(tx, { idempotencyKey: `redeem:${id}`, reason: 'reward redeemed', actor: `user:${userId}` }, [
      { account: pointsAccount(userId), delta: -pointsCost },
      { account: rewardAccount(id), delta: 1 },
    ]);
  } catch (error) {
    if (!(error instanceof InsufficientBalanceError)) throw error;
    const available = Math.max(0, error.available);
    throw new ShopError('INSUFFICIENT_POINTS', 'Insufficient loyalty points', {
      available,
      required: pointsCost,
    });
  }
}
