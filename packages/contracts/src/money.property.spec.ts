import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  parseDecimalToCents,
  parseAmount,
  computePercentage,
  splitByWeight,
  formatCentsAsDecimal,
} from './money.js';
import { decimalString } from './entities/fields.js';

const cents = fc.integer({ min: 0, max: 99_999_999_999 });
const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 50 });
const addUp = (parts: readonly number[]) => parts.reduce((a, b) => a + b, 0);

describe('money, for any amount', () => {
  it('is the same after writing and reading (OWN-35)', () => {
    fc.assert(
      fc.property(cents, fc.boolean(), (amount, isNegative) => {
        const value = isNegative && amount !== 0 ? -amount : amount;
        expect(parseDecimalToCents(decimalString.parse(formatCentsAsDecimal(value)))).toBe(value);
      }),
    );
  });

  it('reads with dollar sign and thousands commas as without, and as a float (SHOP-3.4)', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const plain = formatCentsAsDecimal(amount);
        const grouped = `$${plain.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')}`;
        expect([plain, grouped, amount / 100].map(parseAmount)).toEqual([amount, amount, amount]);
      }),
    );
  });

  it('never takes a percentage beyond the whole, nor less of more', () => {
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 100 }), (a, b, percent) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const part = computePercentage(less, percent);
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(less);
        expect(part).toBeLessThanOrEqual(computePercentage(more, percent));
      }),
    );
  });
});

describe('splitByWeight, for any weights', () => {
  it('gives parts that add up to the total (OWN-38)', () => {
    fc.assert(
      fc.property(cents, weights, (total, over) => {
        expect(addUp(splitByWeight(total, over))).toBe(total);
      }),
    );
  });

  it('gives no part more than its weight while the total is at most their sum', () => {
    const split = weights.chain((over) =>
      fc.tuple(fc.integer({ min: 0, max: addUp(over) }), fc.constant(over)),
    );
    fc.assert(
      fc.property(split, ([total, over]) => {
        const parts = splitByWeight(total, over);
        expect(parts.filter((part, index) => part < 0 || part > (over[index] ?? 0))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every part within one of the exact share', () => {
    const some = weights.filter((over) => addUp(over) > 0);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), some, (total, over) => {
        const sum = addUp(over);
        const distances = splitByWeight(total, over).map((part, index) =>
          Math.abs(part * sum - total * (over[index] ?? 0)),
        );
        expect(distances.filter((distance) => distance >= sum)).toEqual([]);
      }),
    );
  });
});
