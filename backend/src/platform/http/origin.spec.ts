import { describe, expect, it } from '@jest/globals';
import { isOwnOrigin } from './origin.js';

const OWN = 'https://shop.example';

describe('where a state-changing call comes from (OWN-197)', () => {
  it('is the shop by exactly its origin', () => {
    expect(isOwnOrigin({ origin: OWN, 'sec-fetch-site': 'same-origin' }, OWN)).toBe(true);
  });

  it.each([
    `${OWN}.evil.test`,
    `${OWN}x`,
    `${OWN}:8443`,
    `${OWN}@evil.test`,
    `${OWN}/`,
    `https://evil.${OWN.slice('https://'.length)}`,
    `https://evil.test/?${OWN}`,
    OWN.replace('https', 'http'),
    OWN.slice(0, -1),
    'null',
    '',
  ])('is elsewhere by the origin %j, whatever else the call says', (origin) => {
    expect(isOwnOrigin({ origin, 'sec-fetch-site': 'same-origin' }, OWN)).toBe(false);
  });

  it.each([undefined, 'same-origin', 'none'])('is the shop without an origin and fetched from %j', (site) => {
    expect(isOwnOrigin({ 'sec-fetch-site': site }, OWN)).toBe(true);
  });

  it.each(['cross-site', 'same-site', '', 'Same-Origin', ['same-origin']])(
    'is elsewhere without an origin and fetched from %j',
    (site) => {
      expect(isOwnOrigin({ 'sec-fetch-site': site }, OWN)).toBe(false);
    },
  );
});
