import { describe, expect, it } from '@jest/globals';
import { LARGE, parseLargeSizes } from './seed-large.js';

describe('the arguments of the seed', () => {
  it('ask for nothing more, for all of it, or for fewer orders with users and tickets in proportion', () => {
    expect(parseLargeSizes([])).toBeUndefined();
    expect(parseLargeSizes(['--large'])).toEqual(LARGE);
    expect(parseLargeSizes(['--large=100000'])).toEqual(LARGE);
    expect(parseLargeSizes(['--large=10000'])).toEqual({ orders: 10_000, users: 2_000, tickets: 500 });
    expect(parseLargeSizes(['--large=101'])).toEqual({ orders: 101, users: 21, tickets: 6 });
  });

  it.each([['--larger'], ['--large=99'], ['--large=100001'], ['--large=1e4'], ['--large', '--large']])(
    'are refused when they are %s',
    (...args) => {
      expect(() => parseLargeSizes(args)).toThrow('the seed takes --large or --large=<100 to 100000 orders>');
    },
  );
});
