import { Injectable } from '@nestjs/common';
import {
  reachesTier,
  REWARD_DAYS,
  REWARD_SHOP,
  rewardKey,
  type RedeemRewardAnswer,
  type RedeemRewardRequest,
  type RewardKey,
} from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { lockUser } from '../accounts/lock-user.js';
import type { User } from '../accounts/user.entity.js';
import { points, reward as rewardAccount } from '../ledger/accounts.js';
import { balanceOf, InsufficientError, book } from '../ledger/ledger.js';
import { isOwned, applyImmediately } from './reward-effects.js';
import { Reward } from './reward.entity.js';
import { newRewardCode } from './reward-code.js';
import { toWireReward } from './reward.mapper.js';

const DAY_MS = 86_400_000;

/**
 * Redeems a reward in one transaction under the account's lock, so that concurrent requests never overspend. A repeat
 * with the same requestId answers the first one's reward.
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
      const reward = known ?? (await this.redeem(tx, user, key.data, requestId ?? null));
      return {
        reward: await toWireReward(tx, reward),
        points: Math.max(0, await balanceOf(tx, points(userId))),
      };
    });
  }

  private async redeem(tx: Tx, user: User, key: RewardKey, requestId: string | null): Promise<Reward> {
    if (user.purchasesSuspended)
      throw new ShopError(
        'DISPUTE_OPEN',
        'Nothing can be redeemed while your bank reviews one of your payments.',
      );
    const now = this.clock.now();
    const { pointsCost, requiredTier } = REWARD_SHOP[key];
    if (!reachesTier(user.tier, requiredTier))
      throw new ShopError('TIER_TOO_LOW', `This reward needs the ${requiredTier} tier.`, { requiredTier });
    if (isOwned(user, key, now))
      throw new ShopError('ALREADY_OWNED', 'You have this already; it would give you nothing more.');
    const reward = await tx.save(
      tx.create(Reward, {
        userId: user.id,
        key,
        code: newRewardCode(),
        pointsCost,
        requestId,
        redeemedAt: now,
        expiresAt: this.clock.in(REWARD_DAYS * DAY_MS),
      }),
    );
    await spendPoints(tx, reward);
    await applyImmediately(tx, user, reward);
    return reward;
  }
}

/** Books points against the reward in one journal entry. */
async function spendPoints(tx: Tx, { id, userId, pointsCost }: Reward): Promise<void> {
  try {
    await book(tx, { idempotencyKey: `redeem:${id}`, reason: 'reward redeemed', actor: `user:${userId}` }, [
      { account: points(userId), delta: -pointsCost },
      { account: rewardAccount(id), delta: 1 },
    ]);
  } catch (error) {
    if (!(error instanceof InsufficientError)) throw error;
    const available = Math.max(0, error.available);
    throw new ShopError('INSUFFICIENT_POINTS', 'Insufficient loyalty points', {
      available,
      required: pointsCost,
    });
  }
}
