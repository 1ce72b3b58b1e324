import { describe, expect, it } from '@jest/globals';
import { findFrozenRewards, type UnspentReward, REWARD_SHOP, type RewardKey } from './rewards.js';

const redeemedReward = (id: number, key: RewardKey, isUnspent = true): UnspentReward => ({
  id,
  key,
  pointsCost: REWARD_SHOP[key].pointsCost,
  isUnspent,
});

describe('what missing points bought (OWN-405)', () => {
  const codes = [
    redeemedReward(3, 'ten-percent-off'),
    redeemedReward(2, 'free-delivery'),
    redeemedReward(1, 'ten-percent-off'),
  ];

  it('is nothing while no points are missing', () => {
    for (const points of [0, 1, 900])
      expect(findFrozenRewards(points, 500, [...codes, redeemedReward(0, 'store-credit-5')])).toEqual({
        rewardIds: [],
        creditCents: 0,
      });
  });

  it.each([
    [-1, [3]],
    [-500, [3]],
    [-501, [3, 2]],
    [-800, [3, 2]],
    [-801, [3, 2, 1]],
    [-9_000, [3, 2, 1]],
  ])('for %d points is the newest that is worth as much', (points, rewardIds) => {
    expect(findFrozenRewards(points, 0, codes)).toEqual({ rewardIds, creditCents: 0 });
  });

  it('passes over what is used', () => {
    const spent = [redeemedReward(3, 'ten-percent-off', false), redeemedReward(2, 'free-delivery')];
    expect(findFrozenRewards(-100, 0, spent).rewardIds).toEqual([2]);
  });

  it('takes credit as far as it is there', () => {
    const credits = [redeemedReward(3, 'store-credit-5', false), redeemedReward(2, 'store-credit-5', false)];
    expect(findFrozenRewards(-1, 2_000, credits)).toEqual({ rewardIds: [], creditCents: 500 });
    expect(findFrozenRewards(-1_001, 2_000, credits).creditCents).toBe(1_000);
    expect(findFrozenRewards(-1_001, 700, credits).creditCents).toBe(700);
    expect(findFrozenRewards(-1_000, -300, [...credits, ...codes])).toEqual({
      rewardIds: [3, 2, 1],
      creditCents: 0,
    });
  });

  it.each([
    // $4.99 of the newest credit was spent; its last cent covers 2 points.
    { points: -1_000, creditCents: 1, newest: 'credit', frozen: [[1], 1] },
    { points: -2, creditCents: 1, newest: 'credit', frozen: [[], 1] },
    { points: -3, creditCents: 1, newest: 'credit', frozen: [[1], 1] },
    // Half of the newest credit is left.
    { points: -500, creditCents: 250, newest: 'credit', frozen: [[], 250] },
    { points: -501, creditCents: 250, newest: 'credit', frozen: [[1], 250] },
    { points: -500, creditCents: 0, newest: 'credit', frozen: [[1], 0] },
    // A newer code covers most points first, so that little or no credit is frozen.
    { points: -500, creditCents: 1, newest: 'code', frozen: [[1], 0] },
    { points: -501, creditCents: 1, newest: 'code', frozen: [[1], 1] },
  ] as const)(
    'covers $points with what is really there: $creditCents cents, the newest is $newest (OWN-405)',
    ({ points, creditCents, newest, frozen: [rewardIds, cents] }) => {
      const credit = redeemedReward(newest === 'credit' ? 2 : 0, 'store-credit-5', false);
      const code = redeemedReward(1, 'ten-percent-off');
      const rewards = newest === 'credit' ? [credit, code] : [code, credit];
      expect(findFrozenRewards(points, creditCents, rewards)).toEqual({ rewardIds, creditCents: cents });
    },
  );

  it('takes the second of two credits for what the first does not cover (OWN-405)', () => {
    const rewards = [
      redeemedReward(3, 'store-credit-5', false),
      redeemedReward(2, 'store-credit-5', false),
      redeemedReward(1, 'free-delivery'),
    ];
    expect(findFrozenRewards(-1_500, 750, rewards)).toEqual({ rewardIds: [], creditCents: 750 });
    expect(findFrozenRewards(-1_501, 750, rewards)).toEqual({ rewardIds: [1], creditCents: 750 });
  });

  it.each([
    [-1, [3]],
    [-2_000, [3]],
    [-2_001, [3, 2]],
    [-5_000, [3, 2]],
    [-5_001, [3, 2, 1]],
  ])('for %d points is badge and access as any code: the newest first', (points, rewardIds) => {
    const rewards = [
      redeemedReward(3, 'vip-badge'),
      redeemedReward(2, 'early-access'),
      redeemedReward(1, 'free-delivery'),
    ];
    expect(findFrozenRewards(points, 0, rewards)).toEqual({ rewardIds, creditCents: 0 });
  });

  it('passes over a badge that ended and access that is over', () => {
    const rewards = [
      redeemedReward(3, 'early-access', false),
      redeemedReward(2, 'vip-badge', false),
      redeemedReward(1, 'vip-badge'),
    ];
    expect(findFrozenRewards(-3_000, 0, rewards).rewardIds).toEqual([1]);
  });
});
