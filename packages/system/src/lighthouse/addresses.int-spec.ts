import { describe, expect, it } from '@jest/globals';
import { coldAddresses } from '../browser/cold-pages.js';
import { judgedAddresses } from './judge-pages.js';

const judged = judgedAddresses({ product: 7, paid: 'paid', ticket: 'secret' });
const pathOf = (address: string): string => new URL(address, 'http://shop.test').pathname;

describe('what `npm run lighthouse` judges', () => {
  it('is every address of the router, also one that is nobody’s (OWN-171)', () => {
    expect([...new Set(judged.map(({ address }) => pathOf(address)))].toSorted()).toEqual(
      [...coldAddresses].toSorted(),
    );
  });

  it('shows to a visitor what leads an admin elsewhere, and all else to the admin (OWN-171)', () => {
    const seen = judged.filter(({ viewer }) => viewer === 'visitor').map(({ address }) => address);
    expect(seen).toEqual(['/login']);
  });
});
