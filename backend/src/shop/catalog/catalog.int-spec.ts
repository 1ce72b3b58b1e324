import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startShop, type Shop } from '../../../test/shop.js';

describe('the catalogue', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  it('lists each product with all that a card shows, to everybody (SHOP-3.1, SHOP-4.18)', async () => {
    const id = await shop.addProduct({ name: 'Trident', category: 'items', priceCents: 1250, stock: 3 });
    const gone = await shop.addProduct({ name: 'Beacon', category: 'items', stock: 0 });
    const { body } = await request(shop.app.getHttpServer()).get('/api/products').expect(200);
    const products: { id: number }[] = body;
    expect(products.find((product) => product.id === id)).toMatchObject({
      name: 'Trident',
      price: '12.50',
      originalPrice: null,
      image: expect.any(String),
      category: 'items',
      stock: 3,
      coinValue: null,
      isOutOfStock: false,
      isBestValue: false,
      isLimitedStock: expect.any(Boolean),
      isCustom: false,
      description: expect.any(String),
    });
    const shown = products.find((product) => product.id === id) ?? {};
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(['amount', 'discount']));
    expect(products.find((product) => product.id === gone)).toMatchObject({ stock: 0, isOutOfStock: true });
  });

  it('tells a former price with what is off it, the bulk price, and what is marked', async () => {
    const id = await shop.addProduct({ priceCents: 1299, bulkMinQuantity: 5, bulkPriceCents: 999 });
    const changed = async (change: string): Promise<unknown> => {
      await shop.database.query(`UPDATE products SET ${change} WHERE id = $1`, [id]);
      const { body } = await request(shop.app.getHttpServer()).get('/api/products').expect(200);
      return body.find((product: { id: number }) => product.id === id);
    };
    const bulk = { bulkMinQuantity: 5, bulkPrice: '9.99' };
    expect(await changed(`original_price_cents = 1999, is_limited_stock = true`)).toMatchObject({
      ...bulk,
      originalPrice: '19.99',
      discount: 35,
      isLimitedStock: true,
      isBestValue: false,
    });
    expect(
      await changed(`original_price_cents = 1299, is_limited_stock = false, is_best_value = true`),
    ).toMatchObject({ ...bulk, discount: null, isLimitedStock: false, isBestValue: true });
  });

  it('answers an admin with more, a blocked one with what everybody gets (OWN-19, ADMIN-3.1)', async () => {
    await shop.addProduct({});
    for (const [blocked, isTold] of [
      [true, false],
      [false, true],
    ] as const) {
      const { agent } = await shop.signIn({ admin: true, blocked });
      const { body } = await agent.get('/api/products').expect(200);
      expect('onHand' in body[0]).toBe(isTold);
      expect(body[0]).toMatchObject({
        id: expect.any(Number),
        name: expect.any(String),
        category: 'items',
        price: expect.stringMatching(/^\d+\.\d\d$/),
        stock: expect.any(Number),
        image: expect.any(String),
        description: expect.any(String),
      });
    }
  });

  it('answers the coins that are free to sell (SHOP-7.12)', async () => {
    const pool = () => request(shop.app.getHttpServer()).get('/api/coin-stock').expect(200);
    expect((await pool()).body).toEqual({ coinStock: 0 });
    await shop.fillPool(25_000_000);
    expect((await pool()).body).toEqual({ coinStock: 25_000_000 });
  });
});
