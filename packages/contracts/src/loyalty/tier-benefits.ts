import { TIER_TABLE, TIERS, type TierName } from './tiers.js';

/** The displayed benefits of a tier. */
export interface TierBenefit {
  label: string;
  /** Name of the tier's colour token; never shown without the label. */
  color: TierName;
  pointsMultiplier: number;
  /** Bonus points in percent; 0 unless the operator switched tier bonuses on. */
  bonusPointsPercentage: number;
  exclusiveRewards: boolean;
  prioritySupport: boolean;
  specialAccess: boolean;
}

const LABELS: Record<TierName, string> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  platinum: 'Platinum',
  diamond: 'Diamond',
};

/** The benefits of a tier. @param tierBonus true when the shop gives the bonus percentage (TIER_BONUS_POINTS) */
export function tierBenefit(tier: TierName, tierBonus: boolean): TierBenefit {
  const { pointsMultiplier, bonusPercent, benefits } = TIER_TABLE[tier];
  return {
    label: LABELS[tier],
    color: tier,
    pointsMultiplier,
    bonusPointsPercentage: tierBonus ? bonusPercent : 0,
    ...benefits,
  };
}

/** Tells whether a tier is at least as high as another. */
export function reachesTier(tier: TierName, required: TierName): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required);
}
