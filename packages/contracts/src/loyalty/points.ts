import type { Cents } from '../money.js';
import { TIER_TABLE, type TierName } from './tiers.js';

export interface PointsRule {
  /** Points per dollar, before the tier's multiplier is applied. */
  perDollar: number;
  /** True when the tier's bonus percentage is added too. */
  tierBonus: boolean;
}

export const DEFAULT_POINTS_RULE: PointsRule = { perDollar: 10, tierBonus: false };

/**
 * Loyalty points for charged money: dollars × rate, × multiplier of the tier that the buyer had before the order, and
 * the tier's bonus percentage if switched on; each step is rounded down.
 */
export function computePoints(cash: Cents, tier: TierName, rule: PointsRule = DEFAULT_POINTS_RULE): number {
  const base = Math.floor((cash * rule.perDollar) / 100);
  const { pointsMultiplier, bonusPercent } = TIER_TABLE[tier];
  const points = Math.floor((base * Math.round(pointsMultiplier * 10)) / 10);
  return rule.tierBonus ? points + Math.floor((points * bonusPercent) / 100) : points;
}

/** Default for the largest sum that a referrer can earn in a calendar month, dollars. */
export const DEFAULT_REFERRAL_CAP = 50;

/** Store credit in cents that a referrer earns from a friend's cash payment: 10 %, half cents rounded up. */
export function computeCommissionOnCash(cash: Cents): Cents {
  return Math.floor((cash * 10 + 50) / 100);
}
