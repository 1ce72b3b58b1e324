import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { startShop, type Shop } from '../../../test/shop.js';

describe('a tier that was set directly', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  it('is a floor: a delivery recomputes the tier and never takes it below, but above (SHOP-4.10)', async () => {
    const [buyer, admin] = [await shop.signIn(), await shop.signIn({ admin: true })];
    await shop.database.query(`UPDATE users SET tier = 'gold', tier_floor = 'gold' WHERE id = $1`, [
      buyer.userId,
    ]);
    const buy = async (priceCents: number): Promise<string> => {
      const id = await shop.addProduct({ priceCents });
      const placed = await place(buyer, [{ id, quantity: 1 }]);
      await actOnPayPage(placed.url, 'pay');
      const { orders } = await waitForState(buyer, placed.checkout, 'paid');
      await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
      return (await buyer.agent.get('/api/account/profile').expect(200)).body.membershipTier;
    };
    expect(await buy(1_000)).toBe('gold');
    expect(await buy(60_000)).toBe('platinum');
  });
});
