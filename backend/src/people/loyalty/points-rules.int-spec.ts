import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { TierName } from '@pax/contracts';
import { actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { readLoyalty, signInMember } from '../../../test/rewards.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(30_000);

describe.each([
  ['by default', {}, { bronze: 99, gold: 148 }, 0],
  ['with TIER_BONUS_POINTS=on', { TIER_BONUS_POINTS: 'on' }, { bronze: 99, gold: 162 }, 10],
  ['with POINTS_PER_DOLLAR=1', { POINTS_PER_DOLLAR: '1' }, { bronze: 9, gold: 13 }, 0],
])('points of a purchase of $9.99, %s', (_how, settings, due, bonus) => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startMoneyShop(settings);
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  it.each(['bronze', 'gold'] satisfies TierName[])(
    'are quoted, promised and booked alike to %s (SHOP-4.11, SHOP-9.4, SHOP-9.5, OWN-46)',
    async (tier) => {
      const buyer = await signInMember(shop, 0, tier);
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
      await actOnPayPage(placed.url, 'pay');
      const paid = await waitForState(buyer, placed.checkout, 'paid');
      expect(paid).toMatchObject({ points: due[tier], pendingPoints: due[tier] });
      const pending = { pendingPoints: due[tier], pendingSpent: '9.99' };
      expect(await readLoyalty(buyer)).toMatchObject({ points: 0, totalSpent: '0.00', ...pending });
      await admin.agent.patch(`/api/admin/orders/${paid.orders[0]}/complete`).send({}).expect(200);
      expect(await readLoyalty(buyer)).toMatchObject({
        pendingPoints: 0,
        pendingSpent: '0.00',
        points: due[tier],
        totalSpent: '9.99',
        transactions: [
          { points: due[tier], type: 'earned', kind: 'purchase', description: 'Purchase: Elytra' },
        ],
      });
    },
  );

  it('promise the tier bonus only where it is given', async () => {
    const gold = await signInMember(shop, 0, 'gold');
    expect((await readLoyalty(gold)).benefits.bonusPointsPercentage).toBe(bonus);
  });
});
