import { describe, expect, it } from '@jest/globals';
import { freeCoinsOf, parseCoins, countCoveredPurchases, PURCHASE_SIZES } from './pool-form';

describe('parseCoins', () => {
  it.each([
    ['750000000', 750_000_000],
    ['750.000.000', 750_000_000],
    ['750,000,000', 750_000_000],
    ['1 000', 1000],
    [' 0 ', 0],
  ])('reads %j', (typed, coins) => expect(parseCoins(typed)).toBe(coins));

  it.each(['', 'abc', '1.5', '1,5', '-1', '1e9', '1.0000', '99999999999999999'])('refuses %j', (typed) =>
    expect(parseCoins(typed)).toBeUndefined(),
  );
});

describe('purchases (ADMIN-2.29)', () => {
  it('are what is free by the size, rounded down', () => {
    expect(PURCHASE_SIZES.map((size) => countCoveredPurchases(435e6, size))).toEqual([43, 17, 8, 4, 1]);
  });

  it('are none when more is held than there is (OWN-110)', () => {
    expect(freeCoinsOf({ coinStock: 5, held: 10, free: -5, version: 1 })).toBe(0);
  });
});
