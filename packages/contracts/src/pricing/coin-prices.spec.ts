import { describe, expect, it } from '@jest/globals';
import { formatCentsAsDecimal } from '../money.js';
import {
  findCheaperCoinAmount,
  BULK_LABELS_MILLIONS,
  getCentsPerMillion,
  computeCustomCoinPrice,
} from './coin-prices.js';

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('custom coins', () => {
  it.each([
    [1, 17],
    [99, 17],
    [100, 15],
    [249, 15],
    [250, 13],
    [500, 13],
    [1000, 13],
  ])('of %d million cost %d cents per million (SHOP-9.10)', (millions, rate) => {
    expect(getCentsPerMillion(millions)).toBe(rate);
    expect(computeCustomCoinPrice(millions)).toBe(millions * rate);
  });

  it('of 250 million cost $32.50, the whole amount at one rate (SHOP-9.10)', () => {
    expect(formatCentsAsDecimal(computeCustomCoinPrice(250))).toBe('32.50');
    expect(computeCustomCoinPrice(0)).toBe(0);
  });

  it('carry labels at 100M, 250M, 500M and 1B, the last two at the rate of 250M (SHOP-9.11)', () => {
    expect(BULK_LABELS_MILLIONS.map((millions) => [millions, getCentsPerMillion(millions)])).toEqual([
      [100, 15],
      [250, 13],
      [500, 13],
      [1000, 13],
    ]);
  });
});

describe('findCheaperCoinAmount', () => {
  it('offers 100M for 89 to 99M, 250M for 217 to 249M, and nothing else', () => {
    const offers = upTo(2000).flatMap((millions) => {
      const better = findCheaperCoinAmount(millions);
      return better === undefined ? [] : [`${millions}→${better}`];
    });
    expect(offers).toEqual([
      ...upTo(11).map((step) => `${88 + step}→100`),
      ...upTo(33).map((step) => `${216 + step}→250`),
    ]);
  });

  it('only ever offers more coins for less money', () => {
    const offered = upTo(400).filter((millions) => findCheaperCoinAmount(millions) !== undefined);
    for (const millions of offered) {
      const better = findCheaperCoinAmount(millions) ?? 0;
      expect(better).toBeGreaterThan(millions);
      expect(computeCustomCoinPrice(better)).toBeLessThan(computeCustomCoinPrice(millions));
    }
    expect(offered).toHaveLength(44);
  });
});
