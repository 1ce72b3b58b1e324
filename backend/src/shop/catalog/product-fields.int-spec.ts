import { describe, expect, it, jest } from '@jest/globals';
import type { AdminProduct } from '@pax/contracts';
import { withProducts, type ProductSteps } from '../../../test/product-steps.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';

jest.setTimeout(30_000);

describe('the fields of a product', () => {
  let shop: Shop;
  let admin: SignedIn;
  let products: ProductSteps;
  withProducts((...opened) => ([shop, admin, products] = opened));

  it('have every field that the shop knows, from the first product on: ladder and break (OWN-1021)', async () => {
    const create = async (product: object): Promise<AdminProduct> =>
      (await admin.agent.post('/api/admin/products').send(product).expect(201)).body;
    const custom = await create({
      name: 'Any coins',
      category: 'coins',
      price: '0.17',
      isCustom: true,
      displayOrder: 1,
    });
    expect(custom).toMatchObject({ isCustom: true, coinValue: null, amount: null, displayOrder: 1 });
    const wings = {
      name: 'Wings',
      category: 'items',
      price: '17.99',
      stock: 9,
      bulkMinQuantity: 3,
      bulkPrice: '15.99',
    };
    const { id } = await create(wings);
    await shop.fillPool(500_000_000);
    const buyer = await shop.signIn();
    const total = async (item: object): Promise<string> =>
      (
        await buyer.agent
          .post('/api/checkout/quote')
          .send({ items: [item] })
          .expect(200)
      ).body.total;
    expect(await total({ id: custom.id, quantity: 1, customAmount: 99 })).toBe('16.83');
    expect(await total({ id: custom.id, quantity: 1, customAmount: 100 })).toBe('15.00');
    expect([await total({ id, quantity: 2 }), await total({ id, quantity: 3 })]).toEqual(['35.98', '47.97']);
    const { body: coins } = await products
      .edit(custom.id, {
        isCustom: false,
        coinValue: 250_000_000,
        price: '32.50',
      })
      .expect(200);
    expect(coins).toMatchObject({ isCustom: false, coinValue: 250_000_000, amount: '250M', stock: 2 });
    expect((await products.edit(custom.id, { coinValue: 500_000_000 }).expect(200)).body).toMatchObject({
      amount: '500M',
      stock: 1,
    });
    const changes = [
      { category: 'armor' },
      { bulkMinQuantity: null, bulkPrice: null },
      { amount: '1 pair', displayOrder: 7 },
      { availableFrom: new Date(Date.now() + 86_400_000).toISOString() },
    ];
    for (const change of changes)
      expect((await products.edit(id, change).expect(200)).body).toMatchObject(change);
    for (const refused of [
      { ...wings, isCustom: true },
      { ...wings, category: 'coins' },
      { ...wings, category: 'coins', stock: undefined, isCustom: true },
      { ...wings, bulkPrice: undefined },
    ])
      await admin.agent.post('/api/admin/products').send(refused).expect(400);
    // An edit of something else leaves an old contradiction alone.
    await shop.database.query('UPDATE products SET original_price_cents = 1 WHERE id = $1', [id]);
    await products.edit(id, { name: 'Broad wings' }).expect(200);
    const { body } = await products.edit(id, { price: '15.00' }).expect(400);
    expect(body).toMatchObject({
      code: 'VALIDATION',
      reason: 'originalNotDearer',
      fields: [{ path: 'price' }],
    });
  });

  it('can be kept out of the shop and come back, in open pages too (OWN-1022)', async () => {
    const id = await shop.addProduct({ name: 'Secret', stock: 2 });
    const [visitor, panel] = [undefined, admin.cookie].map(
      (cookie) => new SocketClient(shop.url, { origin: shop.url, cookie }),
    );
    await Promise.all([visitor?.waitForRooms(1), panel?.waitForRooms(3)]);
    const heard = async (room: 'shop' | 'admin', types: string[]) =>
      (await (room === 'shop' ? visitor : panel)?.waitForTypes(room, id, types))?.filter(({ type }) =>
        type.startsWith('product.'),
      );
    const quote = () => admin.agent.post('/api/checkout/quote').send({ items: [{ id, quantity: 1 }] });
    await products.edit(id, { isHidden: true }).expect(200);
    expect([await products.findForVisitor(id), await products.findForAdmin(id)]).toEqual([
      undefined,
      expect.objectContaining({ isHidden: true }),
    ]);
    expect((await quote().expect(404)).body.code).toBe('PRODUCT_NOT_FOUND');
    expect((await heard('shop', ['product.hidden']))?.at(-1)?.data).toEqual({ id });
    await products.edit(id, { name: 'Still secret', stock: 5 }).expect(200);
    await heard('admin', ['product.hidden', 'product.updated']);
    await products.edit(id, { isHidden: false }).expect(200);
    expect(await products.findForVisitor(id)).toMatchObject({ name: 'Still secret', stock: 5 });
    await quote().expect(200);
    const shown = await heard('shop', ['product.hidden', 'product.updated']);
    expect(shown?.map(({ type }) => type)).toEqual(['product.hidden', 'product.updated']);
    expect(shown?.at(-1)?.data).toMatchObject({ id, name: 'Still secret' });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await products.edit(id, { availableFrom: later }).expect(200);
    const gone = ['product.hidden', 'product.hidden'];
    expect((await heard('shop', gone))?.at(-1)?.data).toEqual({ id });
    expect((await heard('admin', gone))?.at(-1)?.data).toMatchObject({
      isHidden: false,
      availableFrom: later,
    });
    visitor?.close();
    panel?.close();
  });
});
