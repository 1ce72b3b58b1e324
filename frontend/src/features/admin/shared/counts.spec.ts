import { describe, expect, it } from '@jest/globals';
import { countText, inShort, totalOf } from './counts';

describe('the total of a list (OWN-790)', () => {
  it('is as the server counted it, up to where it stops', () => {
    expect(totalOf(undefined)).toBeUndefined();
    expect(totalOf(undefined, 7)).toBeUndefined();
    expect(totalOf({ total: 1_234, isCapped: false }, 9)).toBe('1,234');
    expect(totalOf({ total: 10_000, isCapped: true })).toBe('10,000+');
  });

  it('is the number beside the tab where the server stopped and nothing is searched for', () => {
    expect(totalOf({ total: 10_000, isCapped: true }, 28_760)).toBe('28,760');
  });
});

describe('a count on the icon of a phone’s bar (OWN-821)', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1k'],
    [9_999, '9.9k'],
    [28_760, '28.7k'],
    [128_999, '128k'],
    [999_999, '999k'],
    [750_000_000, '750M'],
    [1_500_000_000, '1.5B'],
  ])('%d reads %s', (count, text) => {
    expect(inShort(count)).toBe(text);
  });

  it('is in full elsewhere, and nothing while it is unknown', () => {
    expect([countText(28_760, false), countText(28_760, true), countText(undefined, true)]).toEqual([
      '28,760',
      '28.7k',
      undefined,
    ]);
  });
});
