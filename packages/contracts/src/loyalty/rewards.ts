import type { Cents } from '../money.js';
import type { TierName } from './tiers.js';

/** Keys of the rewards that points can buy; stored in the database. */
export const REWARD_KEYS = [
  'ten-percent-off',
  'free-delivery',
  'store-credit-5',
  'vip-badge',
  'early-access',
] as const;
export type RewardKey = (typeof REWARD_KEYS)[number];

/**
 * Kinds of rewards. The codes of `discount` and `delivery` are entered at checkout; all others take effect immediately.
 */
export const REWARD_CATEGORIES = ['discount', 'delivery', 'credit', 'badge', 'access'] as const;
export type RewardCategory = (typeof REWARD_CATEGORIES)[number];

/** An offer of the reward shop: a reward that points can buy. */
export interface RewardOffer {
  name: string;
  description: string;
  pointsCost: number;
  category: RewardCategory;
  /** Value of the reward: percent of a discount, cents of credit, 0 for other rewards. */
  amount: number;
  /** Lowest tier that may redeem the reward. */
  requiredTier: TierName;
}

/** Number of days for which a reward code is valid after points were redeemed for it. */
export const REWARD_VALID_DAYS = 30;
/** Number of days for which a code that a refund gives back is valid at least. */
export const MIN_RETURNED_REWARD_DAYS = 7;

/** The offers of the reward shop. Keys and categories are stored; a changed price applies to later redemptions only. */
export const REWARD_SHOP: Record<RewardKey, RewardOffer> = {
  'ten-percent-off': {
    name: '10% off next purchase',
    description: 'A code that takes 10% off one purchase.',
    pointsCost: 500,
    category: 'discount',
    amount: 10,
    requiredTier: 'bronze',
  },
  'free-delivery': {
    name: 'Free Delivery',
    description: 'Delivery costs nothing anyway: with this code staff deliver your order first.',
    pointsCost: 300,
    category: 'delivery',
    amount: 0,
    requiredTier: 'bronze',
  },
  'store-credit-5': {
    name: '$5 Store Credit',
    description: '$5.00 of store credit, added to your account at once.',
    pointsCost: 1000,
    category: 'credit',
    amount: 500,
    requiredTier: 'silver',
  },
  'vip-badge': {
    name: 'VIP Badge',
    description: 'A VIP badge on your profile, for good, and the VIP role on Discord where there is one.',
    pointsCost: 2000,
    category: 'badge',
    amount: 0,
    requiredTier: 'gold',
  },
  'early-access': {
    name: 'Early Access',
    description: 'For 30 days you see and buy new products before everybody else.',
    pointsCost: 3000,
    category: 'access',
    amount: 0,
    requiredTier: 'platinum',
  },
};

/** Categories whose code is entered at checkout. */
export const CHECKOUT_REWARD_CATEGORIES: readonly RewardCategory[] = ['discount', 'delivery'];

/** State of a reward: used, expired or active. A used reward never expires. @param now ms since 1970 */
export function getRewardState(
  reward: { isUsed: boolean; expiresAt: string },
  now: number,
): 'active' | 'used' | 'expired' {
  if (reward.isUsed) return 'used';
  return now < Date.parse(reward.expiresAt) ? 'active' : 'expired';
}

/** A redeemed reward that can be frozen when points are missing. */
export interface UnspentReward {
  id: number;
  key: RewardKey;
  pointsCost: number;
  /**
   * True while the code is unused, the badge owned or the access active. Of credit, only the amount that is left
   * counts.
   */
  isUnspent: boolean;
}

/** Rewards and credit that are frozen while the points are below 0. */
export interface FrozenRewards {
  rewardIds: number[];
  creditCents: Cents;
}

/**
 * Finds what to freeze when points are below 0: unspent codes, badge, access and credit from rewards, newest first,
 * until their cost covers the missing points.
 * @param creditCents free store credit
 * @param rewards newest first
 */
export function findFrozenRewards(
  points: number,
  creditCents: Cents,
  rewards: readonly UnspentReward[],
): FrozenRewards {
  const frozen: FrozenRewards = { rewardIds: [], creditCents: 0 };
  let missing = -points;
  for (const { id, key, pointsCost, isUnspent } of rewards) {
    if (missing <= 0) break;
    const { category, amount } = REWARD_SHOP[key];
    if (category === 'credit') {
      const credit = Math.min(amount, Math.max(0, creditCents) - frozen.creditCents);
      frozen.creditCents += credit;
      // Credit that was partly spent covers missing points only with the amount that is left.
      missing -= Math.floor((pointsCost * credit) / amount);
    } else if (isUnspent) {
      frozen.rewardIds.push(id);
      missing -= pointsCost;
    }
  }
  return frozen;
}
