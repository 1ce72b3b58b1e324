import { describe, expect, it } from '@jest/globals';
import { hasEarlyAccess, User } from '../../people/accounts/user.entity.js';
import { hasRewardAlready } from '../../people/loyalty/redeem-reward.js';
import { isInShop } from './product.entity.js';

const at = new Date('2026-11-22T18:00:00.000Z');
const before = new Date(at.getTime() - 1);

describe('to the millisecond', () => {
  it('a product is there when its time has come (OWN-57)', () => {
    const coming = { isHidden: false, availableFrom: at };
    expect([before, at].map((now) => isInShop(coming, now))).toEqual([false, true]);
    expect(isInShop(coming, before, true)).toBe(true);
    expect(isInShop({ ...coming, availableFrom: null }, at)).toBe(true);
    expect(isInShop({ ...coming, isHidden: true }, at, true)).toBe(false);
  });

  it('early access is over at its end, and can be redeemed again (OWN-57)', () => {
    const user = Object.assign(new User(), { vipAt: null, earlyAccessUntil: at });
    expect([before, at].map((now) => hasEarlyAccess(user, now))).toEqual([true, false]);
    expect([before, at].map((now) => hasRewardAlready(user, 'early-access', now))).toEqual([true, false]);
    expect(hasRewardAlready(user, 'ten-percent-off', before)).toBe(false);
  });
});
