import { describe, expect, it } from '@jest/globals';
import { discordId } from '../entities/fields.js';
import { updateProfileRequest } from './account.js';
import { setCoinStockRequest } from './catalog.js';
import { loginRequest, registerRequest } from './auth.js';
import { botAlertRequest } from './bot/commands.js';
import { registerBatchRequest, rejectBatchRequest } from './bot/posts.js';
import { listQuery } from './pagination.js';

const signIn = { username: 'steve', password: 'secret' };

describe('sign-in and registration', () => {
  it('take name and password, and a typed Discord id at most as a claim', () => {
    expect(loginRequest.parse(signIn)).toEqual(signIn);
    expect(registerRequest.parse(signIn)).toEqual(signIn);
    for (const typed of ['', '123456789012345678'])
      expect(registerRequest.parse({ ...signIn, discordId: typed }).discordId).toBe(typed);
    expect(registerRequest.safeParse({ ...signIn, discordId: '<@123456789012345678>' }).success).toBe(false);
  });

  it('never take the confirmation of the password (SHOP-3.10)', () => {
    expect(registerRequest.safeParse({ ...signIn, confirmPassword: 'secret' }).success).toBe(false);
  });
});

describe('updateProfileRequest', () => {
  it('changes only what is named; an empty name or id is taken out', () => {
    expect(updateProfileRequest.parse({})).toEqual({});
    expect(updateProfileRequest.parse({ discordId: '', minecraftName: '' })).toEqual({
      discordId: '',
      minecraftName: '',
    });
    expect(updateProfileRequest.safeParse({ minecraftName: 'x' }).success).toBe(false);
  });
});

describe('setCoinStockRequest', () => {
  it.each([
    ['5000000', 5_000_000],
    [' 0 ', 0],
    [1_000_000_000_000_000, 1_000_000_000_000_000],
  ])('reads %p as %d coins', (coinStock, coins) => {
    expect(setCoinStockRequest.parse({ coinStock }).coinStock).toBe(coins);
  });

  it.each(['', '-1', '1.5', '1e6', '5M', '1000000000000001', -1, 1.5, 1_000_000_000_000_001, null])(
    'refuses %p',
    (coinStock) => {
      expect(setCoinStockRequest.safeParse({ coinStock }).success).toBe(false);
    },
  );
});

describe('listQuery', () => {
  it('reads 100 rows by default, 500 at most', () => {
    expect(listQuery.parse({})).toEqual({ limit: 100 });
    expect(listQuery.parse({ q: ' steve ', limit: '500' })).toEqual({ q: 'steve', limit: 500 });
    for (const limit of ['0', '501', '-1', '1.5', 'all', ''])
      expect(listQuery.safeParse({ limit }).success).toBe(false);
  });

  it.each(['q', 'state', 'sort', 'cursor'])(
    'takes only text for %s, so that no query breaks on it',
    (field) => {
      for (const value of ['a\u0000b', 'a\uD83Db', 'x'.repeat(101)])
        expect(listQuery.safeParse({ [field]: value }).success).toBe(false);
    },
  );
});

describe('the bot', () => {
  it('names people by Discord’s ids', () => {
    expect(discordId.safeParse('123456789012345678').success).toBe(true);
    for (const value of ['1', '1234567890123456a', 123_456_789_012_345_680])
      expect(discordId.safeParse(value).success).toBe(false);
  });

  it('registers a message of one to ten posts', () => {
    const registerRequestWith = (count: number) => ({
      fence: 1,
      payload: '{}',
      postIds: Array.from({ length: count }, () => 7),
    });
    expect(
      [0, 1, 10, 11].map((count) => registerBatchRequest.safeParse(registerRequestWith(count)).success),
    ).toEqual([false, true, true, false]);
  });

  it('can always report what went wrong, however broken the words', () => {
    const words = `${'x'.repeat(999)}😀\u0000`;
    expect(botAlertRequest.parse({ title: 'a\u0000', detail: words })).toEqual({
      title: 'a\uFFFD',
      detail: `${'x'.repeat(999)}\uFFFD`,
    });
    expect(rejectBatchRequest.parse({ fence: 1, reason: words }).reason).toHaveLength(500);
  });
});
