import { describe, expect, it } from '@jest/globals';
import { loyalty, transaction } from '../../../test/loyalty';
import { benefitsOf, findNewBenefits } from './benefits';
import { offerStateOf } from './dashboard/offer-card';
import { toPointsColumns } from './dashboard/points-chart';
import { computeTierProgress } from './use-loyalty';

describe('progress to the next tier', () => {
  it('has current, required and percentage, and what remains in money (SHOP-3.17, SHOP-9.6, SHOP-9.7)', () => {
    expect(computeTierProgress(loyalty())).toEqual({
      next: 'platinum',
      current: 31_250,
      required: 50_000,
      percentage: 62.5,
      remaining: 18_750,
    });
  });

  it('is full at diamond, with nothing remaining (SHOP-9.6)', () => {
    const top = computeTierProgress(loyalty({ membershipTier: 'diamond', totalSpent: '1004.20' }));
    expect(top).toMatchObject({ next: undefined, percentage: 100, remaining: 0 });
  });

  it('never asks for less than nothing where an admin set the tier higher', () => {
    expect(computeTierProgress(loyalty({ membershipTier: 'bronze', totalSpent: '80.00' })).remaining).toBe(0);
  });
});

describe('benefits', () => {
  const keys = (...args: Parameters<typeof benefitsOf>) => benefitsOf(...args).map(({ key }) => key);

  it('are what the tier gives and nothing more (SHOP-3.16, SHOP-6.5)', () => {
    expect(keys('bronze', false)).toEqual(['multiplier']);
    expect(keys('gold', false)).toEqual(['multiplier', 'discount', 'exclusive']);
    expect(keys('diamond', false)).toEqual(['multiplier', 'discount', 'exclusive', 'priority', 'special']);
  });

  it('name the bonus percent only where it is given (SHOP-9.3)', () => {
    expect(keys('silver', false)).not.toContain('bonus');
    expect(benefitsOf('silver', true)).toContainEqual({ key: 'bonus', values: { percent: 5 } });
  });

  it('tell what the next tier adds', () => {
    expect(findNewBenefits('platinum', 'gold', false)).toEqual([
      { key: 'multiplier', values: { times: 1.8 } },
      { key: 'discount', values: { percent: 6 } },
      { key: 'priority', values: {} },
    ]);
  });
});

describe('an offer of the reward shop', () => {
  const offer = { isOwned: false, requiredTier: 'gold', pointsCost: 2000 } as const;

  it.each([
    ['open', { points: 2000, membershipTier: 'gold' }, { kind: 'open' }],
    ['a point too dear', { points: 1999, membershipTier: 'gold' }, { kind: 'points', missing: 1 }],
    ['above the tier', { points: 9000, membershipTier: 'silver' }, { kind: 'tier' }],
    ['above both', { points: 0, membershipTier: 'bronze' }, { kind: 'tier' }],
  ] as const)('is %s with enough points and the tier (SHOP-5.22)', (_, who, state) => {
    expect(offerStateOf(offer, who)).toEqual(state);
  });

  it('is owned before anything else', () => {
    expect(offerStateOf({ ...offer, isOwned: true }, { points: 0, membershipTier: 'bronze' }).kind).toBe(
      'owned',
    );
  });
});

describe('points over time', () => {
  it('are counted back from the points of now, oldest first', () => {
    const transactions = [
      transaction(3, { points: -500, type: 'spent' }),
      transaction(2, { points: 300 }),
      transaction(1, { points: 440 }),
    ];
    expect(toPointsColumns({ points: 240, transactions }).map(({ balance }) => balance)).toEqual([
      440, 740, 240,
    ]);
  });

  it('never go below the floor, and are at most twelve', () => {
    const many = Array.from({ length: 30 }, (_, n) => transaction(n + 1));
    const columns = toPointsColumns({ points: 250, transactions: many });
    expect(columns).toHaveLength(12);
    expect(columns[0]?.balance).toBe(0);
  });
});
