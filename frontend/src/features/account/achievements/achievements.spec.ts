import { describe, expect, it } from '@jest/globals';
import {
  computeAchievements,
  findNextAchievement,
  type AchievementFacts,
  type AchievementKey,
} from './achievements';

const NEWCOMER: AchievementFacts = {
  userId: 101,
  totalSpent: 0,
  points: 0,
  referrals: 0,
  orders: 0,
  referralCredit: 0,
};
const of = (key: AchievementKey, facts: Partial<AchievementFacts>) => {
  const found = computeAchievements({ ...NEWCOMER, ...facts }).find((one) => one.key === key);
  if (!found) throw new Error(`no ${key}`);
  return found;
};
const next = (facts: Partial<AchievementFacts>) =>
  findNextAchievement(computeAchievements({ ...NEWCOMER, ...facts }))?.key;

describe('achievements', () => {
  it('are eight, computed from the account (ADMIN-3.12)', () => {
    expect(computeAchievements(NEWCOMER).map(({ key, isEarned }) => [key, isEarned])).toEqual([
      ['first_purchase', false],
      ['big_spender', false],
      ['loyalty_master', false],
      ['referral_champion', false],
      ['frequent_buyer', false],
      ['vip_member', false],
      ['founding_member', false],
      ['community_hero', false],
    ]);
  });

  it.each([
    ['first_purchase', 'common', { totalSpent: 0 }, { totalSpent: 1 }],
    ['big_spender', 'rare', { totalSpent: 9_999 }, { totalSpent: 10_000 }],
    ['vip_member', 'legendary', { totalSpent: 49_999 }, { totalSpent: 50_000 }],
    ['loyalty_master', 'epic', { points: 499 }, { points: 500 }],
    ['referral_champion', 'epic', { referrals: 4 }, { referrals: 5 }],
    ['community_hero', 'legendary', { referralCredit: 4_999 }, { referralCredit: 5_000 }],
    ['frequent_buyer', 'rare', { orders: 9 }, { orders: 10 }],
    ['founding_member', 'legendary', { userId: 101 }, { userId: 100 }],
  ] as const)(
    '%s is %s, and begins at its threshold (ADMIN-3.13, ADMIN-3.14, ADMIN-3.15, ADMIN-3.16, ADMIN-3.17, ADMIN-9.9)',
    (key, rarity, before, reached) => {
      expect(of(key, before)).toMatchObject({ rarity, isEarned: false });
      expect(of(key, reached)).toMatchObject({ rarity, isEarned: true, progress: 100 });
    },
  );

  it('have a progress that ends at 100 percent (ADMIN-3.18)', () => {
    expect(of('big_spender', { totalSpent: 2_500 }).progress).toBe(25);
    expect(of('big_spender', { totalSpent: 1_000_000 }).progress).toBe(100);
    expect(of('big_spender', { totalSpent: -500 })).toMatchObject({ have: 0, progress: 0 });
  });

  it('suggest the unearned one that is nearest, the first of equals (ADMIN-3.18)', () => {
    expect(next({})).toBe('first_purchase');
    expect(next({ totalSpent: 5_000, points: 450 })).toBe('loyalty_master');
    expect(next({ totalSpent: 5_000, points: 500 })).toBe('big_spender');
  });

  it('never suggest what nobody can work towards', () => {
    const all = { totalSpent: 50_000, points: 500, referrals: 5, orders: 10, referralCredit: 5_000 };
    expect(next(all)).toBeUndefined();
    expect(next({ ...all, orders: 0 })).toBe('frequent_buyer');
  });
});
