import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TierName } from '@pax/contracts';
import { onPayPage, place, reaches } from '../../../test/buying.js';
import { loyaltyOf, member } from '../../../test/rewards.js';
import { startShop, type Shop } from '../../../test/shop.js';

jest.setTimeout(30_000);

describe.each([
  ['by default', {}, { bronze: 99, gold: 148 }, 0],
  ['with TIER_BONUS_POINTS=on', { TIER_BONUS_POINTS: 'on' }, { bronze: 99, gold: 162 }, 10],
  ['with POINTS_PER_DOLLAR=1', { POINTS_PER_DOLLAR: '1' }, { bronze: 9, gold: 13 }, 0],
])('points of a purchase of $9.99, %s', (_how, settings, due, bonus) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop(settings);
  });
  afterAll(() => shop.close());

  it.each(['bronze', 'gold'] satisfies TierName[])(
    'are quoted, credited and shown alike to %s (SHOP-4.11, SHOP-9.4, SHOP-9.5, OWN-47, OWN-48)',
    async (tier) => {
      const buyer = await member(shop, 0, tier);
      // Gold's discount of 4 % is 42 cents of 10.41.
      const id = await shop.addProduct({ priceCents: tier === 'gold' ? 1_041 : 999 });
      const items = [{ id, quantity: 1 }];
      const quoted = await buyer.agent.post('/api/checkout/quote').send({ items }).expect(200);
      expect(quoted.body).toMatchObject({ total: '9.99', points: due[tier] });
      // Points are promised for what is paid, not for what credit pays.
      await shop.fill(`credit:${buyer.userId}`, 999);
      const free = await buyer.agent.post('/api/checkout/quote').send({ items, useStoreCredit: true });
      expect(free.body).toMatchObject({ total: '0.00', points: 0 });
      const placed = await place(buyer, items);
      await onPayPage(placed.url, 'pay');
      expect((await reaches(buyer, placed.checkout, 'paid')).points).toBe(due[tier]);
      const loyalty = await loyaltyOf(buyer);
      expect(loyalty).toMatchObject({
        points: due[tier],
        totalSpent: '9.99',
        transactions: [
          { points: due[tier], type: 'earned', kind: 'purchase', description: 'Purchase: Elytra' },
        ],
      });
    },
  );

  it('promise the tier bonus only where it is given (OWN-48)', async () => {
    const gold = await member(shop, 0, 'gold');
    expect((await loyaltyOf(gold)).benefits.bonusPointsPercentage).toBe(bonus);
  });
});
