import type { Cents } from '../money.js';

/** Membership tiers in rising order. Separate from their schema, so that the first view of the shop needs none. */
export const TIERS = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const;
export type TierName = (typeof TIERS)[number];

export interface Tier {
  /** Spending that reaches the tier, cents. */
  minSpent: Cents;
  /** Number of delivered purchases required as well; 0 for none. */
  minOrders: number;
  pointsMultiplier: number;
  /** Bonus points in percent, added only if the operator switched tier bonuses on. */
  bonusPercent: number;
  /** permanentDiscount: percent of the subtotal. */
  discountPercent: number;
  benefits: { exclusiveRewards: boolean; prioritySupport: boolean; specialAccess: boolean };
}

const none = { exclusiveRewards: false, prioritySupport: false, specialAccess: false };
const exclusive = { ...none, exclusiveRewards: true };
const priority = { ...exclusive, prioritySupport: true };

export const TIER_TABLE: Record<TierName, Tier> = {
  bronze: {
    minSpent: 0,
    minOrders: 0,
    pointsMultiplier: 1,
    bonusPercent: 0,
    discountPercent: 0,
    benefits: none,
  },
  silver: {
    minSpent: 5_000,
    minOrders: 0,
    pointsMultiplier: 1.2,
    bonusPercent: 5,
    discountPercent: 2,
    benefits: none,
  },
  gold: {
    minSpent: 20_000,
    minOrders: 0,
    pointsMultiplier: 1.5,
    bonusPercent: 10,
    discountPercent: 4,
    benefits: exclusive,
  },
  platinum: {
    minSpent: 50_000,
    minOrders: 0,
    pointsMultiplier: 1.8,
    bonusPercent: 15,
    discountPercent: 6,
    benefits: priority,
  },
  diamond: {
    minSpent: 100_000,
    minOrders: 0,
    pointsMultiplier: 2,
    bonusPercent: 20,
    discountPercent: 8,
    benefits: { ...priority, specialAccess: true },
  },
};

/** The higher of two tiers. */
export function higherTier(a: TierName, b: TierName): TierName {
  return TIERS.indexOf(a) >= TIERS.indexOf(b) ? a : b;
}

/**
 * The tier after spending: the highest threshold reached, never below the floor an admin set.
 * @param totalSpent cash of delivered orders that was not refunded, cents
 */
export function tierAfter(totalSpent: Cents, floor: TierName = 'bronze'): TierName {
  const reached = TIERS.findLast((tier) => totalSpent >= TIER_TABLE[tier].minSpent) ?? 'bronze';
  return higherTier(reached, floor);
}

/** Progress to the next tier: cents spent and needed, percent capped at 100; at diamond 100 and no next tier. */
export function nextTierProgress(totalSpent: Cents, tier: TierName) {
  const next = TIERS[TIERS.indexOf(tier) + 1];
  if (!next)
    return { next: undefined, current: totalSpent, required: TIER_TABLE[tier].minSpent, percentage: 100 };
  const required = TIER_TABLE[next].minSpent;
  return {
    next,
    current: totalSpent,
    required,
    percentage: Math.min(100, Math.max(0, (totalSpent / required) * 100)),
  };
}
