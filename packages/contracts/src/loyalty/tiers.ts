import type { Cents } from '../money.js';

/** Membership tiers in ascending order. Separate from their schema, so that the shop's first page loads no schemas. */
export const TIERS = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const;
export type TierName = (typeof TIERS)[number];

export interface Tier {
  /** Spending from which the tier is reached, cents. */
  minSpent: Cents;
  /** Number of delivered purchases that the tier also requires; 0 for none. */
  minOrders: number;
  pointsMultiplier: number;
  /** Bonus points in percent, which are added only if the operator switched tier bonuses on. */
  bonusPercent: number;
  /** Discount in percent of every subtotal; called `permanentDiscount` in calls. */
  discountPercent: number;
  benefits: { exclusiveRewards: boolean; prioritySupport: boolean; specialAccess: boolean };
}

const noBenefits = { exclusiveRewards: false, prioritySupport: false, specialAccess: false };
const goldBenefits = { ...noBenefits, exclusiveRewards: true };
const platinumBenefits = { ...goldBenefits, prioritySupport: true };

export const TIER_TABLE: Record<TierName, Tier> = {
  bronze: {
    minSpent: 0,
    minOrders: 0,
    pointsMultiplier: 1,
    bonusPercent: 0,
    discountPercent: 0,
    benefits: noBenefits,
  },
  silver: {
    minSpent: 5_000,
    minOrders: 0,
    pointsMultiplier: 1.2,
    bonusPercent: 5,
    discountPercent: 2,
    benefits: noBenefits,
  },
  gold: {
    minSpent: 20_000,
    minOrders: 0,
    pointsMultiplier: 1.5,
    bonusPercent: 10,
    discountPercent: 4,
    benefits: goldBenefits,
  },
  platinum: {
    minSpent: 50_000,
    minOrders: 0,
    pointsMultiplier: 1.8,
    bonusPercent: 15,
    discountPercent: 6,
    benefits: platinumBenefits,
  },
  diamond: {
    minSpent: 100_000,
    minOrders: 0,
    pointsMultiplier: 2,
    bonusPercent: 20,
    discountPercent: 8,
    benefits: { ...platinumBenefits, specialAccess: true },
  },
};

/** Returns the higher of two tiers. */
export function getHigherTier(a: TierName, b: TierName): TierName {
  return TIERS.indexOf(a) >= TIERS.indexOf(b) ? a : b;
}

/**
 * Returns the tier for an amount spent: the highest one reached, but never below the lowest tier that an admin set.
 * @param totalSpent cash of delivered orders that was not refunded, cents
 */
export function getTierForSpending(totalSpent: Cents, floor: TierName = 'bronze'): TierName {
  const reached = TIERS.findLast((tier) => totalSpent >= TIER_TABLE[tier].minSpent) ?? 'bronze';
  return getHigherTier(reached, floor);
}

/**
 * Progress to the next tier by spending alone: cents spent, cents needed, and percent up to 100. Diamond, the highest
 * tier, has 100 percent.
 */
export function computeSpendingProgress(totalSpent: Cents, tier: TierName) {
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

/** Benefits of a tier, as pages show them. */
export interface DisplayedBenefits {
  label: string;
  /** Name of the tier's colour token; never shown without the tier's label. */
  color: TierName;
  pointsMultiplier: number;
  /** Bonus points in percent; 0 unless the operator switched tier bonuses on. */
  bonusPointsPercentage: number;
  exclusiveRewards: boolean;
  prioritySupport: boolean;
  specialAccess: boolean;
}

const TIER_LABELS: Record<TierName, string> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  platinum: 'Platinum',
  diamond: 'Diamond',
};

/** Lists the benefits of a tier to show. @param tierBonus true when the shop gives bonus points (TIER_BONUS_POINTS) */
export function listTierBenefits(tier: TierName, tierBonus: boolean): DisplayedBenefits {
  const { pointsMultiplier, bonusPercent, benefits } = TIER_TABLE[tier];
  return {
    label: TIER_LABELS[tier],
    color: tier,
    pointsMultiplier,
    bonusPointsPercentage: tierBonus ? bonusPercent : 0,
    ...benefits,
  };
}

/** True when a tier is at least as high as the required one. */
export function isTierAtLeast(tier: TierName, required: TierName): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}

/** Figures that decide which tier an account has. */
export interface TierStanding {
  tier: TierName;
  /** Cash of delivered orders that was not refunded, cents. */
  totalSpent: Cents;
  /** Number of purchases of which at least one order was delivered and not fully refunded. */
  totalOrders: number;
}

/** Progress to the next tier, by spending and by number of orders. */
export interface TierProgress {
  /** The next tier; undefined at the highest one, where both bars are full. */
  next: TierName | undefined;
  /** Progress in percent, from 0 to 100; `orders` is 100 when the next tier requires none. */
  progress: { spent: number; orders: number };
  missing: { spent: Cents; orders: number };
}

/** Computes an account's progress to the next tier, by spending and by number of orders. */
export function computeTierProgress(
  { tier, totalSpent, totalOrders }: TierStanding,
  table: Readonly<Record<TierName, Pick<Tier, 'minOrders'>>> = TIER_TABLE,
): TierProgress {
  const { next, required, percentage } = computeSpendingProgress(totalSpent, tier);
  if (!next) return { next, progress: { spent: 100, orders: 100 }, missing: { spent: 0, orders: 0 } };
  const { minOrders } = table[next];
  return {
    next,
    progress: {
      spent: percentage,
      orders: minOrders === 0 ? 100 : Math.min(100, (totalOrders / minOrders) * 100),
    },
    missing: { spent: Math.max(0, required - totalSpent), orders: Math.max(0, minOrders - totalOrders) },
  };
}

/**
 * Describes the benefits that the shop gives to a tier, in English.
 * @param tierBonus true when the shop gives bonus points (TIER_BONUS_POINTS)
 */
export function describeTierBenefits(tier: TierName, tierBonus: boolean): string[] {
  const given = listTierBenefits(tier, tierBonus);
  const { discountPercent } = TIER_TABLE[tier];
  return [
    `${given.pointsMultiplier}× loyalty points`,
    ...(discountPercent > 0 ? [`${discountPercent}% off every order`] : []),
    ...(given.bonusPointsPercentage > 0 ? [`${given.bonusPointsPercentage}% bonus points`] : []),
    ...(given.exclusiveRewards ? ['Exclusive rewards'] : []),
    ...(given.prioritySupport ? ['Priority support'] : []),
    ...(given.specialAccess ? ['Special access'] : []),
  ];
}
