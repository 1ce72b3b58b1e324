import { describe, expect, it } from '@jest/globals';
import { computeMatchedShare } from './reconciliation-summary';

describe('the share of money that agrees with the providers (OWN-496)', () => {
  it.each([
    [[], '100'],
    [[{ total: '0.00', matched: '0.00' }], '100'],
    [[{ total: '100000.00', matched: '99999.99' }], '99.9'],
    [
      [
        { total: '30.00', matched: '30.00' },
        { total: '10.00', matched: '0.00' },
      ],
      '75',
    ],
  ])('of %j is %s', (compared, share) => expect(computeMatchedShare(compared)).toBe(share));
});
