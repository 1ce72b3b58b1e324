import { describe, expect, it } from '@jest/globals';
import { reportMissedGoals, type Goal } from './bench-report.js';
import { formatNumber, computeMedian, computeQuantile } from './statistics.js';

describe('the report of the bench', () => {
  it('names the goals that were missed, and ends with 1 then', () => {
    const lines: string[] = [];
    const goal = (name: string, isMet?: boolean): Goal => ({ name, value: '4.9', goal: '≤ 5', isMet });
    expect(reportMissedGoals([goal('lists', true), goal('start')], (line) => lines.push(line))).toBe(0);
    expect(lines).toEqual([]);
    expect(reportMissedGoals([goal('lists', false), goal('rush', true)], (line) => lines.push(line))).toBe(1);
    expect(lines).toEqual(['✗ lists: 4.9, not ≤ 5']);
  });

  it('takes the middle, not the mean', () => {
    expect(computeMedian([9, 1, 2])).toBe(2);
    expect(computeMedian([4, 1, 2, 3])).toBe(2.5);
    expect(computeQuantile([5, 1, 4, 2, 3], 0.99)).toBe(5);
    expect(computeQuantile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(() => computeMedian([])).toThrow('no values');
    expect([1_234.5, 12.34, 0.123].map((value) => formatNumber(value))).toEqual(['1,235', '12.3', '0.12']);
  });
});
