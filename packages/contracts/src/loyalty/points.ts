import type { Cents } from '../money.js';
import { TIER_TABLE, type TierName } from './tiers.js';

export interface PointsRule {
  /** Points per dollar, before the tier's multiplier. */
  perDollar: number;
  /** True when the bonus percent of the tier is added too. */
  tierBonus: boolean;
}

export const DEFAULT_POINTS_RULE: PointsRule = { perDollar: 10, tierBonus: false };

/**
 * Loyalty points for charged money: dollars × rate, floored, × multiplier of the tier held before the order, floored
 * (and, if switched on, the tier's bonus percent, floored).
 */
export function pointsFor(cash: Cents, tier: TierName, rule: PointsRule = DEFAULT_POINTS_RULE): number {
  const base = Math.floor((cash * rule.perDollar) / 100);
  const { pointsMultiplier, bonusPercent } = TIER_TABLE[tier];
  const points = Math.floor((base * Math.round(pointsMultiplier * 10)) / 10);
  return rule.tierBonus ? points + Math.floor((points * bonusPercent) / 100) : points;
}

/** Default for the largest sum that a referrer earns in a calendar month, dollars. */
export const DEFAULT_REFERRAL_CAP = 50;

/** Store credit in cents that a referrer earns on a friend's cash: 10 %, half up. */
export function commissionFor(cash: Cents): Cents {
  return Math.floor((cash * 10 + 50) / 100);
}
