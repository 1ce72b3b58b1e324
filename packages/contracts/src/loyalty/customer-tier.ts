import type { Cents } from '../money.js';
import { tierBenefit } from './tier-benefits.js';
import { nextTierProgress, TIER_TABLE, type Tier, type TierName } from './tiers.js';

/** The figures that decide an account's tier. */
export interface TierStanding {
  tier: TierName;
  /** Cash of delivered orders that was not refunded, cents. */
  totalSpent: Cents;
  /** Number of purchases with a delivered order that was not fully refunded. */
  totalOrders: number;
}

/** The way to the next tier. */
export interface TierStep {
  /** Undefined at the highest tier, where both bars are full. */
  next: TierName | undefined;
  /** Percent, 0 to 100; `orders` is 100 when the next tier requires none. */
  progress: { spent: number; orders: number };
  missing: { spent: Cents; orders: number };
}

/** An account's progress to the next tier. */
export function tierStep(
  { tier, totalSpent, totalOrders }: TierStanding,
  table: Readonly<Record<TierName, Pick<Tier, 'minOrders'>>> = TIER_TABLE,
): TierStep {
  const { next, required, percentage } = nextTierProgress(totalSpent, tier);
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

/** The benefits of a tier as English sentences, only those that the shop gives. @param tierBonus as in `tierBenefit` */
export function tierBenefitTexts(tier: TierName, tierBonus: boolean): string[] {
  const given = tierBenefit(tier, tierBonus);
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
