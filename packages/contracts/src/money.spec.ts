import { describe, expect, it } from '@jest/globals';
import {
  parseDecimalToCents,
  parseAmount,
  parseTypedAmount,
  computePercentage,
  splitByWeight,
  formatCentsAsDecimal,
} from './money.js';
import { decimalString } from './entities/fields.js';

describe('formatCentsAsDecimal', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [3250, '32.50'],
    [103_250, '1032.50'],
    [-1, '-0.01'],
    [-3250, '-32.50'],
    [-0, '0.00'],
  ])('writes %d cents as %s (OWN-35)', (cents, text) => {
    expect(formatCentsAsDecimal(cents)).toBe(text);
    expect(decimalString.parse(text)).toBe(text);
  });
});

describe('an amount as people type it (OWN-1052)', () => {
  it.each([
    ['32,50', 3250],
    ['32.50', 3250],
    ['32.5', 3250],
    ['32', 3200],
    [' 32,5 ', 3250],
    ['0', 0],
    ['0,01', 1],
    ['1,500.00', 150_000],
    ['1.500,00', 150_000],
    ['1 500', 150_000],
    ['1\u00a0500,5', 150_050],
    ['1\u202f500', 150_000],
    ['1’500.50', 150_050],
    ['1.500.000', 150_000_000],
    ['３２，５０', 3250],
    ['$32.50', 3250],
    ['32,50 $', 3250],
  ])('"%s" is %d cents', (typed, cents) => {
    expect(parseTypedAmount(typed)).toBe(cents);
  });

  it.each([
    '1.500',
    '1,500',
    '0.500',
    '1.5.0',
    '1,5,0',
    ',5',
    '5,',
    '.',
    '',
    ' ',
    '-5',
    '−5',
    '1e3',
    '1.505',
    '3 2',
    '1 50',
    '12 3456',
    '1,500,00',
    '1.500.00',
    '1,500 000',
    '1 500 0',
    '5 €',
    '$',
    '$$5',
    'x',
    '0x10',
    '١٢',
    'Infinity',
    '9'.repeat(25),
  ])('"%s" is refused, because another amount may be meant', (typed) => {
    expect(parseTypedAmount(typed)).toBeUndefined();
  });

  it('reads back what the shop shows', () => {
    for (const cents of [1, 99, 100, 12_345, 150_000, 123_456_789]) {
      const [whole, rest] = formatCentsAsDecimal(cents).split('.');
      for (const [group, point] of [
        [',', '.'],
        ['.', ','],
        [' ', ','],
      ] as const) {
        const grouped = `${whole?.replaceAll(/\B(?=(?:\d{3})+$)/g, group)}${point}${rest}`;
        expect([grouped, parseTypedAmount(grouped)]).toEqual([grouped, cents]);
      }
    }
  });
});

describe('parseAmount', () => {
  it.each<[string | number, number]>([
    ['32.50', 3250],
    ['32.5', 3250],
    ['32', 3200],
    ['$32.50', 3250],
    ['1,032.50', 103_250],
    ['$1,032.50', 103_250],
    ['$12,345,678.90', 1_234_567_890],
    ['  $15.99 ', 1599],
    ['0', 0],
    [32.5, 3250],
    [0.07, 7],
    [-0, 0],
  ])('reads %p as %d cents (SHOP-3.4)', (input, cents) => {
    expect(parseAmount(input)).toBe(cents);
  });

  it('reads the sums of floats that older clients send', () => {
    expect(5 * 0.17).not.toBe(0.85);
    expect(parseAmount(5 * 0.17)).toBe(85);
    expect(parseAmount(0.1 + 0.2)).toBe(30);
  });

  it.each<[string | number]>([
    [''],
    ['$'],
    ['free'],
    ['-1'],
    ['1.005'],
    ['1.'],
    ['.5'],
    ['1e3'],
    ['32,50'],
    ['1,03.50'],
    ['1032,500.00'],
    ['$$5'],
    ['5 €'],
    ['٣'],
    ['1234567890'],
    [1.005],
    [-0.01],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e21],
  ])('does not read %p as an amount', (input) => {
    expect(parseAmount(input)).toBeUndefined();
  });
});

describe('parseDecimalToCents', () => {
  it('reads amounts and corrections', () => {
    expect(['32.50', '-32.50', '0.00', '-0.00'].map(parseDecimalToCents)).toEqual([3250, -3250, 0, 0]);
  });

  it.each(['', '-', 'free', '--1.00', '1.005', '32,50'])('throws at %p', (text) => {
    expect(() => parseDecimalToCents(text)).toThrow(RangeError);
  });
});

describe('computePercentage', () => {
  it.each([
    [9, 5, 0],
    [10, 5, 1],
    [24, 2, 0],
    [25, 2, 1],
    [26, 2, 1],
    [10_000, 5, 500],
    [3333, 10, 333],
    [3335, 10, 334],
    [4500, 0, 0],
    [4500, 100, 4500],
    [0, 8, 0],
  ])('of %d cents, %d %% are %d: half up (OWN-38)', (amount, percent, expected) => {
    expect(computePercentage(amount, percent)).toBe(expected);
  });
});

describe('splitByWeight', () => {
  it.each([
    ['the largest remainder gets the missing cent', 10, [1, 5], [2, 8]],
    ['equal remainders go to the earlier lines', 2, [1, 1, 1], [1, 1, 0]],
    ['one cent over equal lines is the first line’s', 1, [7, 7, 7], [1, 0, 0]],
    ['a larger remainder beats an earlier place', 100, [1, 1, 4], [17, 17, 66]],
    ['a line of weight 0 gets nothing', 5, [0, 3, 0], [0, 5, 0]],
    ['weights of 0 put everything on the first part', 5, [0, 0], [5, 0]],
    ['nothing is nothing for everybody', 0, [3, 4], [0, 0]],
    ['products beyond 2^53 stay exact', 9e15, [3e15, 3e15, 3e15], [3e15, 3e15, 3e15]],
  ])('%s (OWN-38)', (_, total, weights, parts) => {
    expect(splitByWeight(total, weights)).toEqual(parts);
  });

  it('has no parts without weights', () => {
    expect(splitByWeight(0, [])).toEqual([]);
  });

  it.each([
    ['a negative total', -1, [1, 1]],
    ['a negative weight', 1, [2, -1]],
    ['half a cent', 0.5, [1, 1]],
    ['a broken weight', 1, [1, Number.NaN]],
  ])('refuses %s', (_, total, weights) => {
    expect(() => splitByWeight(total, weights)).toThrow(RangeError);
  });
});
