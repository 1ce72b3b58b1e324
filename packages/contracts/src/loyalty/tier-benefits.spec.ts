import { describe, expect, it } from '@jest/globals';
import { isTierAtLeast, listTierBenefits, TIERS } from './tiers.js';

describe('listTierBenefits', () => {
  it('says what a tier gives (SHOP-3.16)', () => {
    expect(listTierBenefits('platinum', true)).toEqual({
      label: 'Platinum',
      color: 'platinum',
      pointsMultiplier: 1.8,
      bonusPointsPercentage: 15,
      exclusiveRewards: true,
      prioritySupport: true,
      specialAccess: false,
    });
  });

  it('promises the bonus only where it is given', () => {
    const promised = (given: boolean) =>
      TIERS.map((tier) => listTierBenefits(tier, given).bonusPointsPercentage);
    expect(promised(false)).toEqual([0, 0, 0, 0, 0]);
    expect(promised(true)).toEqual([0, 5, 10, 15, 20]);
  });
});

describe('isTierAtLeast', () => {
  it('counts a tier and all above it', () => {
    expect(TIERS.filter((tier) => isTierAtLeast(tier, 'gold'))).toEqual(['gold', 'platinum', 'diamond']);
  });
});
