import { CHECKOUT_REWARDS, REWARD_SHOP } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/problem.js';
import type { Tx } from '../../platform/database/transaction.js';
import { credit, points, reward as rewardAccount, rewardHeld } from '../ledger/accounts.js';
import { balancesOf } from '../ledger/ledger.js';
import { frozenOf } from './frozen.js';
import { readRewardCode } from './reward-code.js';
import { Reward } from './reward.entity.js';

/**
 * The reward of a code at checkout; one held by the buyer's open checkout too, since placing ends that one first.
 * @throws ShopError REWARD_CODE_UNKNOWN (also another's), _USED, _EXPIRED, _HELD, _FROZEN, VALIDATION if not for checkout
 */
export async function usableReward(tx: Tx, userId: number, typed: string, now: Date): Promise<Reward> {
  const reward = await tx.findOneBy(Reward, { userId, code: readRewardCode(typed) });
  if (!reward) throw new ShopError('REWARD_CODE_UNKNOWN', 'This is not one of your reward codes.');
  if (!CHECKOUT_REWARDS.includes(REWARD_SHOP[reward.key].category)) {
    const message = 'This reward works by itself; there is nothing to enter at checkout.';
    throw new ShopError('VALIDATION', message, { fields: [{ path: 'rewardCode', message }] });
  }
  const accounts = [rewardAccount(reward.id), rewardHeld(reward.id), points(userId), credit(userId)];
  const balances = await balancesOf(tx, accounts);
  const isFree = (balances.get(rewardAccount(reward.id)) ?? 0) > 0;
  const isHeld = (balances.get(rewardHeld(reward.id)) ?? 0) > 0;
  if (!isFree && !isHeld) throw new ShopError('REWARD_CODE_USED', 'This reward code was used already.');
  if (isHeld && (await isBeingConfirmed(tx, reward.id))) throw heldReward();
  const owing = { points: balances.get(points(userId)) ?? 0, creditCents: balances.get(credit(userId)) ?? 0 };
  const frozen = await frozenOf(tx, [{ userId, ...owing }]);
  if (frozen.get(userId)?.rewardIds.includes(reward.id) === true)
    throw new ShopError(
      'REWARD_CODE_FROZEN',
      'This reward code is held back until the points that a refund took are made good.',
      { missing: -owing.points },
    );
  if (reward.expiresAt <= now)
    throw new ShopError('REWARD_CODE_EXPIRED', 'This reward code has expired.', {
      expiredAt: reward.expiresAt.toISOString(),
    });
  return reward;
}

/** The refusal of a code that another payment has set aside. */
export function heldReward(): ShopError {
  return new ShopError(
    'REWARD_CODE_HELD',
    'This reward code belongs to a payment that is not finished. It is free again if that ends unpaid.',
  );
}

async function isBeingConfirmed(tx: Tx, rewardId: number): Promise<boolean> {
  return sql(tx).exists(`SELECT 1 FROM checkouts WHERE reward_id = $1 AND state = 'confirming' AND holding`, [
    rewardId,
  ]);
}
