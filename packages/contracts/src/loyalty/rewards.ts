import type { Cents } from '../money.js';
import type { TierName } from './tiers.js';

/** Stored keys of the rewards that can be bought with points. */
export const REWARD_KEYS = [
  'ten-percent-off',
  'free-delivery',
  'store-credit-5',
  'vip-badge',
  'early-access',
] as const;
export type RewardKey = (typeof REWARD_KEYS)[number];

/** Kinds of rewards. Codes of `discount` and `delivery` are entered at checkout; the others take effect at once. */
export const REWARD_CATEGORIES = ['discount', 'delivery', 'credit', 'badge', 'access'] as const;
export type RewardCategory = (typeof REWARD_CATEGORIES)[number];

/** A reward that can be bought with points. */
export interface RewardOffer {
  name: string;
  description: string;
  pointsCost: number;
  category: RewardCategory;
  /** Percent for a discount, cents for credit, 0 for other rewards. */
  amount: number;
  /** The lowest tier that may redeem the reward. */
  requiredTier: TierName;
}

/** Validity of a reward's code after redemption, days. */
export const REWARD_VALID_DAYS = 30;
/** Shortest validity of a code that a refund returns, days. */
export const MIN_RETURNED_REWARD_DAYS = 7;

/** The reward shop. Keys and categories are stored; changed costs apply to later redemptions only. */
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

/** The state of a reward: used, expired (unused and past its end) or active. @param now ms since 1970 */
export function rewardState(
  reward: { isUsed: boolean; expiresAt: string },
  now: number,
): 'active' | 'used' | 'expired' {
  if (reward.isUsed) return 'used';
  return now < Date.parse(reward.expiresAt) ? 'active' : 'expired';
}

/** A redeemed reward that may be frozen. */
export interface UnspentReward {
  id: number;
  key: RewardKey;
  pointsCost: number;
  /** True while the code is unused, the badge owned, or the access active. Credit counts with its remaining amount. */
  isUnspent: boolean;
}

/** The rewards and credit that are frozen while the points are below 0. */
export interface FrozenRewards {
  rewardIds: number[];
  creditCents: Cents;
}

/**
 * Finds what to freeze: unspent codes, badge, access and reward credit, the newest first, until they cover points below
 * 0.
 * @param creditCents free store credit
 * @param rewards the newest first
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
      // Partly spent credit covers missing points only with its remaining amount.
      missing -= Math.floor((pointsCost * credit) / amount);
    } else if (isUnspent) {
      frozen.rewardIds.push(id);
      missing -= pointsCost;
    }
  }
  return frozen;
}
