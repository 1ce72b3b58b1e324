import { describe, expect, it } from '@jest/globals';
import { totalOf } from './counts';

describe('the total of a list (OWN-790)', () => {
  it('is as the server counted it, up to where it stops', () => {
    expect(totalOf(undefined)).toBeUndefined();
    expect(totalOf(undefined, 7)).toBeUndefined();
    expect(totalOf({ total: 1_234, isCapped: false }, 9)).toBe('1.234');
    expect(totalOf({ total: 10_000, isCapped: true })).toBe('10.000+');
  });

  it('is the number beside the tab where the server stopped and nothing is searched for', () => {
    expect(totalOf({ total: 10_000, isCapped: true }, 28_760)).toBe('28.760');
  });
});
