import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { stopClock } from '../../../test/app.js';
import { buy } from '../../../test/buying.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('the best sellers (OWN-1421)', () => {
  let shop: Shop;
  let buyer: SignedIn;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop();
    buyer = await shop.signIn();
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  it('are items and bases by orders of 30 days, counted anew after ten minutes', async () => {
    const moveClock = stopClock(shop);
    const read = async (): Promise<number[]> =>
      (await request(shop.app.getHttpServer()).get('/api/best-sellers').expect(200)).body.ids;
    expect(await read()).toEqual([]);
    const item = await shop.addProduct({ category: 'items', stock: 9 });
    const base = await shop.addProduct({ category: 'bases', stock: 9 });
    const kit = await shop.addProduct({ category: 'armor', stock: 9 });
    const many = await shop.addProduct({ category: 'items', stock: 9 });
    await buy(buyer, [
      { id: item, quantity: 1 },
      { id: kit, quantity: 1 },
      // Pieces of one order count once.
      { id: many, quantity: 5 },
    ]);
    const { orders } = await buy(buyer, [{ id: base, quantity: 1 }]);
    await buy(buyer, [{ id: base, quantity: 1 }]);
    moveClock(10 * MINUTE_MS - 1);
    expect(await read()).toEqual([]);
    moveClock(10 * MINUTE_MS);
    expect(await read()).toEqual([base, item, many]);

    // An order that is cancelled, or older than 30 days, counts no longer.
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/cancel`).send({}).expect(200);
    const age = (interval: string): Promise<unknown> =>
      shop.database.query(`UPDATE orders SET created_at = created_at - $2::interval WHERE product_id = $1`, [
        many,
        interval,
      ]);
    await age('29 days 23 hours');
    moveClock(20 * MINUTE_MS);
    expect(await read()).toEqual([item, base, many]);
    await age('2 hours');
    moveClock(30 * MINUTE_MS);
    expect(await read()).toEqual([item, base]);
    moveClock(31 * DAY_MS);
    expect(await read()).toEqual([]);
  });
});
