import { describe, expect, it, jest } from '@jest/globals';
import { runBench, ROWS } from './bench.js';
import { longLists } from './rows/long-lists.js';
import { TINY } from './sizes.js';
import { formatResults } from './bench-report.js';

jest.setTimeout(120_000);

describe('the bench', () => {
  it('measures every row beside its floor (OWN-602)', async () => {
    const progress: string[] = [];
    const { results } = await runBench({
      // This spec starts a shop anyway.
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
    expect(formatResults(results).split('\n')).toHaveLength(results.length);
  });
});
