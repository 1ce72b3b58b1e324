import type { Cents } from '../money.js';
import { CHECKOUT_REWARDS, REWARD_SHOP, type RewardKey } from './rewards.js';

/** A redeemed reward that may be frozen. */
export interface UnspentReward {
  id: number;
  key: RewardKey;
  pointsCost: number;
  /** Its code is not used. What works at once, as credit, never has one that counts. */
  isUnused: boolean;
}

/** What is held back until the points are 0 again. */
export interface Frozen {
  rewardIds: number[];
  creditCents: Cents;
}

/**
 * Freezes unspent codes (newest first) and reward credit up to the worth of points below 0; badge and access are not
 * worth money and stay (OWN-405). @param creditCents free store credit @param rewards the newest first
 */
export function frozenRewards(points: number, creditCents: Cents, rewards: readonly UnspentReward[]): Frozen {
  const frozen: Frozen = { rewardIds: [], creditCents: 0 };
  let missing = -points;
  for (const { id, key, pointsCost, isUnused } of rewards) {
    if (missing <= 0) break;
    const { category, amount } = REWARD_SHOP[key];
    const credit =
      category === 'credit' ? Math.min(amount, Math.max(0, creditCents) - frozen.creditCents) : 0;
    const isCode = isUnused && CHECKOUT_REWARDS.includes(category);
    if (credit === 0 && !isCode) continue;
    if (isCode) frozen.rewardIds.push(id);
    frozen.creditCents += credit;
    // Of credit that is partly spent only the rest covers missing points.
    missing -= isCode ? pointsCost : Math.floor((pointsCost * credit) / amount);
  }
  return frozen;
}
