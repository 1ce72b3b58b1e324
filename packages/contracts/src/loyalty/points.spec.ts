import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { computeCommissionOnCash, DEFAULT_POINTS_RULE, computePoints } from './points.js';
import { TIER_TABLE, TIERS } from './tiers.js';

const onePerDollar = { ...DEFAULT_POINTS_RULE, perDollar: 1 };
const withBonus = { ...DEFAULT_POINTS_RULE, tierBonus: true };

describe('computePoints', () => {
  it.each([
    [0, 'bronze', 0],
    [9, 'bronze', 0],
    [10, 'bronze', 1],
    [3250, 'bronze', 325],
    [3250, 'silver', 390],
    [3250, 'gold', 487],
    [3250, 'platinum', 585],
    [3250, 'diamond', 650],
    [1599, 'silver', 190],
    [19, 'platinum', 1],
    [59, 'silver', 6],
  ] as const)(
    '%d cents give a %s member floor(floor(cash × 10) × multiplier) = %d (SHOP-9.4)',
    (cash, tier, points) => {
      expect(computePoints(cash, tier)).toBe(points);
    },
  );

  it('rounds down before and after the multiplier (SHOP-9.4)', () => {
    // 1.59 × 10 = 15.9 → 15; 15 × 1.5 = 22.5 → 22. A single rounding at the end would give 23.
    expect(computePoints(159, 'gold')).toBe(22);
  });

  it('reads one point per whole dollar where the operator says so (SHOP-9.5)', () => {
    expect(computePoints(3299, 'bronze', onePerDollar)).toBe(32);
    expect(computePoints(3299, 'diamond', onePerDollar)).toBe(64);
    expect(computePoints(99, 'diamond', onePerDollar)).toBe(0);
  });

  it('adds the tier’s bonus only where it is switched on (SHOP-9.3)', () => {
    expect(TIERS.map((tier) => computePoints(10_000, tier))).toEqual([1000, 1200, 1500, 1800, 2000]);
    expect(TIERS.map((tier) => computePoints(10_000, tier, withBonus))).toEqual([
      1000, 1260, 1650, 2070, 2400,
    ]);
    expect(computePoints(159, 'gold', withBonus)).toBe(24);
  });

  it('never loses a point to floats, and never gives fewer for more', () => {
    const cents = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.constantFrom(...TIERS), (a, b, tier) => {
        const tenths = BigInt(Math.round(TIER_TABLE[tier].pointsMultiplier * 10));
        const exact = ((BigInt(a) / 10n) * tenths) / 10n;
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(BigInt(computePoints(a, tier))).toBe(exact);
        expect(computePoints(less, tier)).toBeLessThanOrEqual(computePoints(more, tier));
      }),
    );
  });
});

describe('computeCommissionOnCash', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [3250, 325],
    [3255, 326],
    [3254, 325],
  ])('%d cents of a friend are %d cents for the referrer: 10 %%, half up', (cash, commission) => {
    expect(computeCommissionOnCash(cash)).toBe(commission);
  });
});
