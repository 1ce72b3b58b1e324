import { TIER_TABLE, tierBenefit, type TierName } from '@pax/contracts';

export type BenefitKey = 'multiplier' | 'discount' | 'bonus' | 'exclusive' | 'priority' | 'special';

export interface Benefit {
  readonly key: BenefitKey;
  /** What stands in its words. */
  readonly values: Readonly<Record<string, number>>;
}

/** What a tier gives, as lines to show; nothing that is not given (SHOP-3.16). @param tierBonus whether bonus percents are given */
export function benefitsOf(tier: TierName, tierBonus: boolean): readonly Benefit[] {
  const { pointsMultiplier, bonusPointsPercentage, exclusiveRewards, prioritySupport, specialAccess } =
    tierBenefit(tier, tierBonus);
  const { discountPercent } = TIER_TABLE[tier];
  const line = (key: BenefitKey, given: boolean, values: Record<string, number> = {}): Benefit[] =>
    given ? [{ key, values }] : [];
  return [
    ...line('multiplier', true, { times: pointsMultiplier }),
    ...line('discount', discountPercent > 0, { percent: discountPercent }),
    ...line('bonus', bonusPointsPercentage > 0, { percent: bonusPointsPercentage }),
    ...line('exclusive', exclusiveRewards),
    ...line('priority', prioritySupport),
    ...line('special', specialAccess),
  ];
}

/** What a tier gives that the one before does not, or gives more of. */
export function newBenefits(tier: TierName, before: TierName, tierBonus: boolean): readonly Benefit[] {
  const had = benefitsOf(before, tierBonus);
  const same = (a: Benefit, b: Benefit) =>
    a.key === b.key && JSON.stringify(a.values) === JSON.stringify(b.values);
  return benefitsOf(tier, tierBonus).filter((now) => !had.some((one) => same(one, now)));
}
