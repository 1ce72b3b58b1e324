import { describe, expect, it, jest } from '@jest/globals';
import { bench, ROWS } from './bench.js';
import { reportMissed, type Goal } from './goals.js';
import { longLists } from './rows/long-lists.js';
import { median, quantile, formatNumber } from './statistics.js';
import { TINY } from './sizes.js';
import { tableOf } from './table.js';

jest.setTimeout(120_000);

describe('the bench', () => {
  it('measures every row beside its floor (OWN-283, OWN-650)', async () => {
    const progress: string[] = [];
    const { results } = await bench({
      // Starting a shop is what this spec does anyway.
      rows: ROWS.filter(({ name }) => name !== 'start'),
      pairs: 1,
      sizes: TINY,
      onProgress: (name, text) => progress.push(`${name} ${text}`),
    });
    expect(progress.filter((line) => line.endsWith('1 of 1'))).toEqual([
      'products 1 of 1',
      'quote 1 of 1',
      'purchase 1 of 1',
      'rush 1 of 1',
      'buyers 1 of 1',
      'panel 1 of 1',
      'broadcast 1 of 1',
      'lists 1 of 1',
    ]);
    const compared = results.filter(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined);
    expect(compared.map(({ title }) => title)).toEqual([
      'answers',
      '99 of 100 ÷ half',
      'purchases',
      'purchases',
      '32 buyers ÷ 8 buyers',
      'half within',
      '99 of 100 within',
      ...longLists.metrics.map(({ title }) => title),
    ]);
    for (const { shop, floor = 1, ratio = 0 } of compared) {
      expect(ratio).toBeCloseTo(shop / floor);
      expect(ratio).toBeGreaterThan(0);
    }
    expect(results.filter(({ shop }) => !(shop > 0)).map(({ title }) => title)).toEqual([]);
    expect(tableOf(results).split('\n')).toHaveLength(results.length + 2);
  });

  it('names the goals that were missed, and ends with 1 then (OWN-831)', () => {
    const lines: string[] = [];
    const goal = (name: string, isMet?: boolean): Goal => ({ name, value: '4.9', goal: '≤ 5', isMet });
    expect(reportMissed([goal('lists', true), goal('start')], (line) => lines.push(line))).toBe(0);
    expect(lines).toEqual([]);
    expect(reportMissed([goal('lists', false), goal('rush', true)], (line) => lines.push(line))).toBe(1);
    expect(lines).toEqual(['✗ lists: 4.9, not ≤ 5']);
  });

  it('takes the middle, not the mean', () => {
    expect(median([9, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(quantile([5, 1, 4, 2, 3], 0.99)).toBe(5);
    expect(quantile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(() => median([])).toThrow('no values');
    expect([1_234.5, 12.34, 0.123].map((value) => formatNumber(value))).toEqual(['1,235', '12.3', '0.12']);
  });
});
