import { describe, expect, it } from '@jest/globals';
import {
  getHigherTier,
  computeSpendingProgress,
  TIER_TABLE,
  getTierForSpending,
  TIERS,
  type Tier,
} from './tiers.js';

const tierColumn = <Key extends keyof Tier>(key: Key) => TIERS.map((tier) => TIER_TABLE[tier][key]);

describe('the tier table', () => {
  it('rises from bronze to diamond (SHOP-4.7, SHOP-9.1, SHOP-9.2, ADMIN-4.12)', () => {
    expect(TIERS).toEqual(['bronze', 'silver', 'gold', 'platinum', 'diamond']);
    expect(tierColumn('minSpent')).toEqual([0, 5_000, 20_000, 50_000, 100_000]);
    expect(tierColumn('pointsMultiplier')).toEqual([1, 1.2, 1.5, 1.8, 2]);
  });

  it('gives each tier more bonus and discount than the one before (SHOP-6.4)', () => {
    expect(tierColumn('bonusPercent')).toEqual([0, 5, 10, 15, 20]);
    expect(tierColumn('discountPercent')).toEqual([0, 2, 4, 6, 8]);
    expect(tierColumn('minOrders')).toEqual([0, 0, 0, 0, 0]);
  });

  it('opens exclusive rewards at gold, priority at platinum, special access at diamond (SHOP-6.5)', () => {
    const first = (key: keyof Tier['benefits']) => TIERS.filter((tier) => TIER_TABLE[tier].benefits[key]);
    expect(first('exclusiveRewards')).toEqual(['gold', 'platinum', 'diamond']);
    expect(first('prioritySupport')).toEqual(['platinum', 'diamond']);
    expect(first('specialAccess')).toEqual(['diamond']);
  });
});

describe('getTierForSpending', () => {
  it.each([
    [-500, 'bronze'],
    [0, 'bronze'],
    [4_999, 'bronze'],
    [5_000, 'silver'],
    [19_999, 'silver'],
    [20_000, 'gold'],
    [49_999, 'gold'],
    [50_000, 'platinum'],
    [99_999, 'platinum'],
    [100_000, 'diamond'],
    [9_999_999, 'diamond'],
  ] as const)('%d cents spent reach %s (SHOP-4.8)', (spent, tier) => {
    expect(getTierForSpending(spent)).toBe(tier);
  });

  it('never falls below the floor an admin set, and rises above it', () => {
    expect(getTierForSpending(0, 'gold')).toBe('gold');
    expect(getTierForSpending(20_000, 'silver')).toBe('gold');
    expect(getHigherTier('diamond', 'silver')).toBe('diamond');
    expect(getHigherTier('silver', 'silver')).toBe('silver');
  });
});

describe('computeSpendingProgress', () => {
  it('is spent by the next threshold, in percent (SHOP-9.6)', () => {
    expect(computeSpendingProgress(2_500, 'bronze')).toEqual({
      next: 'silver',
      current: 2_500,
      required: 5_000,
      percentage: 50,
    });
    expect(computeSpendingProgress(5_000, 'silver')).toMatchObject({ next: 'gold', percentage: 25 });
  });

  it('stays within 0 and 100 (SHOP-9.6)', () => {
    expect(computeSpendingProgress(60_000, 'silver').percentage).toBe(100);
    expect(computeSpendingProgress(-100, 'bronze').percentage).toBe(0);
  });

  it('counts from a floor that was not reached by spending', () => {
    expect(computeSpendingProgress(0, 'gold')).toMatchObject({
      next: 'platinum',
      required: 50_000,
      percentage: 0,
    });
  });

  it('is 100 at diamond, with nothing above (SHOP-9.6)', () => {
    expect(computeSpendingProgress(100_000, 'diamond')).toMatchObject({ next: undefined, percentage: 100 });
    expect(computeSpendingProgress(0, 'diamond').percentage).toBe(100);
  });
});
