import { describe, expect, it } from '@jest/globals';
import { retryDelay } from './connect-live';

/** Evenly spread numbers from 0 to 1, as chance gives many pages. */
const PAGES = Array.from({ length: 500 }, (_, page) => page / 499);

describe('a lost connection is opened again', () => {
  it('soon, for a minute at least: no page waits as long as a second for its next try (OWN-705)', () => {
    let waited = 0;
    for (let attempt = 0; waited < 30_000; attempt += 1) {
      for (const random of [0, 1]) expect(retryDelay(attempt, random)).toBeLessThanOrEqual(650);
      waited += retryDelay(attempt, 0);
    }
    expect(retryDelay(10_000, 1)).toBe(3_000);
  });

  it.each([0, 1, 500])('spread over many pages, try %d (OWN-705)', (attempt) => {
    const delays = PAGES.map((random) => retryDelay(attempt, random));
    const busiest = Math.max(
      ...delays.map((start) => delays.filter((at) => at >= start && at < start + 100).length),
    );
    expect(busiest).toBeLessThanOrEqual(140);
  });
});
