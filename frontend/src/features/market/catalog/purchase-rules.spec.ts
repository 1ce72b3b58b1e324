import { describe, expect, it } from '@jest/globals';
import { product } from '../../../test/product';
import { createCoinSteps, findStepIndex } from './coin-amount-input';
import {
  separateAmountLabel,
  isSoldOut,
  maximumQuantityOf,
  parseMillions,
  findPurchaseRefusal,
} from './purchase-rules';

const coins = product({ category: 'coins', coinValue: 10_000_000, stock: 75 });
const custom = product({ category: 'coins', isCustom: true, stock: 750 });

describe('the most pieces', () => {
  it('of goods are their stock, at most 99 (SHOP-5.11, SHOP-5.15)', () => {
    expect(maximumQuantityOf(product({ stock: 4 }), 0)).toBe(4);
    expect(maximumQuantityOf(product({ stock: 500 }), 0)).toBe(99);
    expect(maximumQuantityOf(product({ stock: 0 }), 0)).toBe(1);
  });
  it('of coins are what the pool is good for, at least 1, at most 999 (SHOP-5.13, SHOP-5.14)', () => {
    expect(maximumQuantityOf(coins, 755_000_000)).toBe(75);
    expect(maximumQuantityOf(coins, 3)).toBe(1);
    expect(maximumQuantityOf(coins, 1e12)).toBe(999);
  });
  it('of coins without a pool are the stock, else 99 (SHOP-5.14)', () => {
    expect(maximumQuantityOf(coins, undefined)).toBe(75);
    expect(maximumQuantityOf({ ...coins, stock: 0 }, undefined)).toBe(99);
  });
});

describe('refusals', () => {
  it('name what is missing (SHOP-5.17 to 5.20)', () => {
    expect(findPurchaseRefusal(undefined)).toBe('noId');
    expect(findPurchaseRefusal(product({ id: 0 }))).toBe('noId');
    expect(findPurchaseRefusal(product({ stock: 0 }))).toBe('unavailable');
    expect(findPurchaseRefusal(product({ isOutOfStock: true }))).toBe('unavailable');
    expect(findPurchaseRefusal(custom)).toBe('missing');
    expect(findPurchaseRefusal(custom, 1.5)).toBe('invalid');
    expect(findPurchaseRefusal(custom, 0)).toBe('invalid');
    expect(findPurchaseRefusal(custom, 'fraction')).toBe('invalid');
    expect(findPurchaseRefusal(custom, 'invalid')).toBe('invalid');
    expect(findPurchaseRefusal(custom, 120)).toBeUndefined();
    expect(findPurchaseRefusal(product())).toBeUndefined();
  });
  it('sold out is flagged or has no stock (SHOP-4.18)', () => {
    expect(isSoldOut(product({ stock: -1 }))).toBe(true);
    expect(isSoldOut(product({ stock: 1 }))).toBe(false);
  });
});

it('an amount stands beside a name that does not say it', () => {
  expect(separateAmountLabel({ name: '10M Coins', amount: '10M' })).toBeUndefined();
  expect(separateAmountLabel({ name: 'Oak logs', amount: '1 stack' })).toBe('1 stack');
  expect(separateAmountLabel({ name: 'Wings', amount: null })).toBeUndefined();
});

it.each([
  ['120', 120],
  [' 1 000 ', 1000],
  ['1,000', 1000],
  ['1.000', 1000],
  ['250M', 250],
  ['5 million', 5],
  ['5 Millionen', 5],
  ['1.5', 'fraction'],
  ['0.5', 'fraction'],
  ['2,5', 'fraction'],
  ['1.5M', 'fraction'],
  ['0', 'invalid'],
  ['-3', 'invalid'],
  ['abc', 'invalid'],
  ['m'.repeat(100_000), 'invalid'],
  ['', undefined],
])('"%s" is read as %s millions (SHOP-5.16, OWN-1052)', (typed, expected) => {
  expect(parseMillions(typed)).toBe(expected);
});

describe('the slider', () => {
  it('is fine below and coarse above, and ends at what the pool holds', () => {
    const steps = createCoinSteps(737);
    expect(steps.slice(0, 3)).toEqual([1, 2, 3]);
    for (const mark of [100, 250, 500]) expect(steps).toContain(mark);
    expect(steps.at(-1)).toBe(737);
    expect(new Set(steps).size).toBe(steps.length);
    expect(createCoinSteps(1)).toEqual([1]);
    expect(createCoinSteps(0)).toEqual([]);
  });
  it('stands at the last step that is not above the amount', () => {
    const steps = createCoinSteps(300);
    expect(steps[findStepIndex(steps, 93)]).toBe(90);
    expect(steps[findStepIndex(steps, 9999)]).toBe(300);
    expect(findStepIndex(steps, 0)).toBe(0);
  });
});
