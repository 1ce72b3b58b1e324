import { describe, expect, it } from '@jest/globals';
import { describeTierBenefits, computeTierProgress, TIER_TABLE, TIERS } from './tiers.js';

describe('the way to the next tier', () => {
  it.each([
    ['bronze', 0, { next: 'silver', spent: 0, missing: 5_000 }],
    ['bronze', 2_500, { next: 'silver', spent: 50, missing: 2_500 }],
    ['silver', 19_999, { next: 'gold', spent: 99.995, missing: 1 }],
    ['gold', 0, { next: 'platinum', spent: 0, missing: 50_000 }],
    ['bronze', -300, { next: 'silver', spent: 0, missing: 5_300 }],
    ['diamond', 0, { next: undefined, spent: 100, missing: 0 }],
  ] as const)('of %s with %d cents spent (ADMIN-3.7)', (tier, totalSpent, { next, spent, missing }) => {
    expect(computeTierProgress({ tier, totalSpent, totalOrders: 0 })).toEqual({
      next,
      progress: { spent, orders: 100 },
      missing: { spent: missing, orders: 0 },
    });
  });

  it.each([
    [0, 0, 4],
    [3, 75, 1],
    [4, 100, 0],
    [9, 100, 0],
  ])('counts %d orders where a tier asks for four of them: %d percent', (orders, percent, missing) => {
    const table = { ...TIER_TABLE, silver: { minOrders: 4 } };
    const step = computeTierProgress({ tier: 'bronze', totalSpent: 0, totalOrders: orders }, table);
    expect([step.progress.orders, step.missing.orders]).toEqual([percent, missing]);
  });
});

it('names what a tier gives, and no bonus that is switched off', () => {
  expect(describeTierBenefits('bronze', true)).toEqual(['1× loyalty points']);
  expect(describeTierBenefits('diamond', true)).toEqual([
    '2× loyalty points',
    '8% off every order',
    '20% bonus points',
    'Exclusive rewards',
    'Priority support',
    'Special access',
  ]);
  for (const tier of TIERS) expect(describeTierBenefits(tier, false).join(' ')).not.toContain('bonus');
});
