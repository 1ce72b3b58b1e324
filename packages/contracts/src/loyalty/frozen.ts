import type { Cents } from '../money.js';
import { REWARD_SHOP, type RewardKey } from './rewards.js';

/** A redeemed reward that may be frozen. */
export interface UnspentReward {
  id: number;
  key: RewardKey;
  pointsCost: number;
  /** Its code is not used, its badge is there, its access is not over. Credit counts by what is left of it. */
  isUnspent: boolean;
}

/** What is held back until the points are 0 again. */
export interface Frozen {
  rewardIds: number[];
  creditCents: Cents;
}

/**
 * Freezes unspent codes, badge, access and reward credit, the newest first, up to the worth of points below 0.
 * @param creditCents free store credit @param rewards the newest first
 */
export function frozenRewards(points: number, creditCents: Cents, rewards: readonly UnspentReward[]): Frozen {
  const frozen: Frozen = { rewardIds: [], creditCents: 0 };
  let missing = -points;
  for (const { id, key, pointsCost, isUnspent } of rewards) {
    if (missing <= 0) break;
    const { category, amount } = REWARD_SHOP[key];
    if (category === 'credit') {
      const credit = Math.min(amount, Math.max(0, creditCents) - frozen.creditCents);
      frozen.creditCents += credit;
      // Of credit that is partly spent only the rest covers missing points.
      missing -= Math.floor((pointsCost * credit) / amount);
    } else if (isUnspent) {
      frozen.rewardIds.push(id);
      missing -= pointsCost;
    }
  }
  return frozen;
}
