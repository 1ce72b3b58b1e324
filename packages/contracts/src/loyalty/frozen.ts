import type { Cents } from '../money.js';
import { REWARD_SHOP, type RewardKey } from './rewards.js';

/** A redeemed reward that may be frozen. */
export interface UnspentReward {
  id: number;
  key: RewardKey;
  pointsCost: number;
  /** True while the code is unused, the badge owned, or the access in force. Credit counts by its rest. */
  isUnspent: boolean;
}

/** The rewards and credit that are frozen while the points are below 0. */
export interface Frozen {
  rewardIds: number[];
  creditCents: Cents;
}

/**
 * Freezes unspent codes, badge, access and reward credit, the newest first, until they cover the points below 0.
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
      // Partly spent credit covers missing points only with its rest.
      missing -= Math.floor((pointsCost * credit) / amount);
    } else if (isUnspent) {
      frozen.rewardIds.push(id);
      missing -= pointsCost;
    }
  }
  return frozen;
}
