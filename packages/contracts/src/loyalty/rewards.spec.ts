import { describe, expect, it } from '@jest/globals';
import {
  CHECKOUT_REWARD_CATEGORIES,
  REWARD_VALID_DAYS,
  REWARD_KEYS,
  REWARD_SHOP,
  getRewardState,
} from './rewards.js';

describe('the reward shop', () => {
  it('sells 10 % off and Free Delivery to every tier (SHOP-9.19)', () => {
    expect(REWARD_SHOP['ten-percent-off']).toMatchObject({
      name: '10% off next purchase',
      pointsCost: 500,
      category: 'discount',
      amount: 10,
      requiredTier: 'bronze',
    });
    expect(REWARD_SHOP['free-delivery']).toMatchObject({
      name: 'Free Delivery',
      pointsCost: 300,
      requiredTier: 'bronze',
    });
  });

  it('sells credit from silver, the badge from gold, access from platinum (SHOP-9.20)', () => {
    const rest = REWARD_KEYS.slice(2).map((key) => REWARD_SHOP[key]);
    expect(rest.map(({ name, pointsCost, requiredTier }) => [name, pointsCost, requiredTier])).toEqual([
      ['$5 Store Credit', 1000, 'silver'],
      ['VIP Badge', 2000, 'gold'],
      ['Early Access', 3000, 'platinum'],
    ]);
    expect(REWARD_SHOP['store-credit-5'].amount).toBe(500);
  });

  it('takes two of them at checkout', () => {
    const taken = REWARD_KEYS.filter((key) => CHECKOUT_REWARD_CATEGORIES.includes(REWARD_SHOP[key].category));
    expect(taken).toEqual(['ten-percent-off', 'free-delivery']);
  });

  it('gives codes for 30 days (SHOP-9.21)', () => expect(REWARD_VALID_DAYS).toBe(30));
});

describe('getRewardState (SHOP-4.14)', () => {
  const expiresAt = '2026-12-20T18:00:00.000Z';
  const end = Date.parse(expiresAt);

  it.each([
    ['active', false, end - 1],
    ['expired', false, end],
    ['expired', false, end + 1],
    ['used', true, end - 1],
    ['used', true, end + 1],
  ] as const)('is %s when used is %p at %i', (state, isUsed, now) => {
    expect(getRewardState({ isUsed, expiresAt }, now)).toBe(state);
  });
});
