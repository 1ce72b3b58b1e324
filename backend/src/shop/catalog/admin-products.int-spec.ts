import { describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { actOnPayPage, place, waitForState } from '../../../test/buying.js';
import { withProducts, type ProductSteps } from '../../../test/product-steps.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';

jest.setTimeout(30_000);

describe('products in the hands of staff', () => {
  let shop: Shop;
  let admin: SignedIn;
  let products: ProductSteps;
  withProducts((...opened) => ([shop, admin, products] = opened));

  const remove = (ids: unknown[]) => admin.agent.post('/api/admin/products/bulk-delete').send({ ids });
  const lastAudit = async (): Promise<unknown> => {
    const [row] = await shop.database.query(
      'SELECT actor, action, subject, detail FROM audit_log ORDER BY id DESC LIMIT 1',
    );
    return row;
  };

  it('are changed field by field, for everybody (ADMIN-7.5, ADMIN-7.11, OWN-34)', async () => {
    const id = await shop.addProduct({ name: 'Old', priceCents: 1000, stock: 3 });
    const changes = [
      { name: 'New' },
      { price: '32.50' },
      { image: '/art/item-elytra.svg' },
      { imageFit: 'contain-zoom' },
      { description: 'Wings', originalPrice: '40.00' },
      { isBestValue: true, isLimitedStock: true },
    ];
    let version = 1;
    for (const change of changes) {
      const { body } = await products.edit(id, { ...change, version }).expect(200);
      expect(body).toMatchObject({ ...change, version: version + 1 });
      expect(await products.findForVisitor(id)).toMatchObject(change);
      version += 1;
      expect(await lastAudit()).toEqual({
        actor: `user:${admin.userId}`,
        action: 'product.update',
        subject: `product:${id}`,
        detail: change,
      });
    }
    const { body: same } = await products.edit(id, { name: 'New', price: '32.50' }).expect(200);
    expect(same).toMatchObject({ version, discount: 19 });
    expect(await products.findForAdmin(id)).toMatchObject({ onHand: 3, held: 0, version });
  });

  it('keep the image as it was set when the price moves away from 32.50 (ADMIN-2.16)', async () => {
    const { body } = await admin.agent
      .post('/api/admin/products')
      .send({ name: 'Zoomed', category: 'bases', price: '32.50' })
      .expect(201);
    expect(body).toMatchObject({ imageFit: 'contain-zoom', stock: 0, version: 1 });
    expect((await products.edit(body.id, { price: '30.00' }).expect(200)).body.imageFit).toBe('contain-zoom');
  });

  it('have their stock set to what is on hand, and an open purchase keeps what it holds (OWN-110)', async () => {
    const id = await shop.addProduct({ stock: 5 });
    const buyer = await shop.signIn();
    const { checkout } = await place(buyer, [{ id, quantity: 3 }]);
    const { stockVersion } = (await products.findForAdmin(id)) ?? {};
    const set = await products.edit(id, { stock: 2, stockVersion }).expect(200);
    expect(set.body).toMatchObject({ onHand: 2, held: 3, stock: 0, isOutOfStock: true, version: 1 });
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect(await products.findForVisitor(id)).toMatchObject({ stock: 2, isOutOfStock: false });
  });

  it('refuse an edit of what somebody else changed, with what it is now (OWN-195)', async () => {
    const id = await shop.addProduct({ stock: 5, priceCents: 1000 });
    const { version, stockVersion } = (await products.findForAdmin(id)) ?? {};
    const rows = await Promise.all([11, 12].map((n) => products.edit(id, { price: `${n}.00`, version })));
    const pieces = await Promise.all([11, 12].map((stock) => products.edit(id, { stock, stockVersion })));
    for (const answers of [rows, pieces]) {
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const stale = answers.find(({ status }) => status === 409);
      expect(stale?.body).toMatchObject({ code: 'STALE', current: { id } });
    }
    const now = await products.findForAdmin(id);
    expect(pieces.find(({ status }) => status === 409)?.body.current).toEqual(now);
    // Both at once: neither is written when one is stale.
    await products.edit(id, { name: 'Half', stock: 99, version: now?.version, stockVersion }).expect(409);
    expect(await products.findForAdmin(id)).toEqual(now);
    const buyer = await shop.signIn();
    await place(buyer, [{ id, quantity: 1 }]);
    await products.edit(id, { stock: 7, stockVersion: now?.stockVersion }).expect(200);
  });

  it('of coins have no stock of their own', async () => {
    const coins = { name: '5M', category: 'coins', price: '0.85', coinValue: 5_000_000, amount: '5M' };
    const { body } = await admin.agent.post('/api/admin/products').send(coins).expect(201);
    expect(body).toMatchObject({ ...coins, stock: 0 });
    expect((await products.edit(body.id, { stock: 3 }).expect(400)).body).toMatchObject({
      code: 'VALIDATION',
    });
  });

  it.each([
    { price: '0.00' },
    { price: 12 },
    { stock: -1 },
    { stock: 1.5 },
    { image: 'http://elsewhere.example/a.png' },
    { image: '//elsewhere.example/a.png' },
    { image: 'javascript:alert(1)' },
    { name: '' },
    { category: 'coins' },
    { version: '1' },
    { bulkMinQuantity: 3 },
    { bulkMinQuantity: 1, bulkPrice: '1.00' },
    { bulkMinQuantity: 1000, bulkPrice: '1.00' },
    { bulkMinQuantity: 3, bulkPrice: '19.99' },
    { isCustom: true },
    { coinValue: 1_000_000 },
    { coinValue: 0 },
    { originalPrice: '19.99' },
    { availableFrom: '9999-12-31T00:00:00.000Z' },
    { availableFrom: '1999-12-31T00:00:00.000Z' },
    { availableFrom: 'tomorrow' },
    { displayOrder: 0 },
    { isHidden: null },
  ])('refuse %j (ADMIN-5.15, OWN-30)', async (change) => {
    const id = await shop.addProduct({});
    const before = await products.findForAdmin(id);
    expect((await products.edit(id, change).expect(400)).body).toMatchObject({ code: 'VALIDATION' });
    expect(await products.findForAdmin(id)).toEqual(before);
  });

  it('name an image that the server never fetches (OWN-30)', async () => {
    let asked = 0;
    const elsewhere = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = Object(elsewhere.address());
    const image = `https://127.0.0.1:${port}/a.png`;
    const id = await shop.addProduct({});
    expect((await products.edit(id, { image }).expect(200)).body.image).toBe(image);
    expect((await products.findForVisitor(id))?.image).toBe(image);
    elsewhere.close();
    expect(asked).toBe(0);
  });

  it('are created with what there is of them (OWN-206)', async () => {
    const wanted = {
      name: 'Beacon',
      category: 'items',
      price: '4.20',
      stock: 8,
      image: '/art/item-beacon.svg',
    };
    const { body } = await admin.agent.post('/api/admin/products').send(wanted).expect(201);
    expect(body).toMatchObject({ ...wanted, onHand: 8, held: 0, version: 1, imageFit: 'cover' });
    expect(await products.findForVisitor(body.id)).toMatchObject(wanted);
    expect(await lastAudit()).toMatchObject({ action: 'product.create', subject: `product:${body.id}` });
    for (const refused of [
      { ...wanted, coinValue: 5 },
      { ...wanted, price: undefined },
      { ...wanted, more: 1 },
    ])
      await admin.agent.post('/api/admin/products').send(refused).expect(400);
  });

  it('are deleted softly and come back: no purchase, but the old orders keep them (ADMIN-7.12, OWN-206)', async () => {
    const id = await shop.addProduct({ name: 'Kept', stock: 4 });
    const buyer = await shop.signIn();
    const { url, checkout } = await place(buyer, [{ id, quantity: 1 }]);
    await actOnPayPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    await admin.agent.delete(`/api/admin/products/${id}`).expect(200);
    expect([await products.findForVisitor(id), await products.findForAdmin(id)]).toEqual([
      undefined,
      undefined,
    ]);
    const { body: orders } = await buyer.agent.get('/api/orders').expect(200);
    expect(orders).toMatchObject([{ productId: id, productName: 'Kept' }]);
    const quote = await buyer.agent.post('/api/checkout/quote').send({ items: [{ id, quantity: 1 }] });
    expect([quote.status, quote.body.code]).toEqual([404, 'PRODUCT_NOT_FOUND']);
    const gone = (await admin.agent.get('/api/admin/products/deleted').expect(200)).body;
    expect(gone[0]).toMatchObject({ id, name: 'Kept', onHand: 3 });
    for (const again of [admin.agent.delete(`/api/admin/products/${id}`), products.edit(id, { name: 'x' })])
      expect((await again.expect(404)).body.code).toBe('PRODUCT_NOT_FOUND');
    const { body } = await admin.agent.post(`/api/admin/products/${id}/restore`).expect(200);
    expect(body).toMatchObject({ id, onHand: 3, version: 3 });
    expect(await products.findForVisitor(id)).toMatchObject({ name: 'Kept', stock: 3 });
    await admin.agent.post(`/api/admin/products/${id}/restore`).expect(404);
  });

  it('are deleted in bulk, what is gone already left out (ADMIN-7.13, OWN-206)', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => shop.addProduct({})));
    await admin.agent.delete(`/api/admin/products/${ids[1]}`).expect(200);
    const { body } = await remove([...ids, ...ids, 2_000_000_000]).expect(200);
    expect(body).toEqual({ deleted: [ids[0], ids[2]].toSorted((a = 0, b = 0) => a - b) });
    for (const id of ids) expect(await products.findForVisitor(id)).toBeUndefined();
    for (const refused of [[], [0], ['1']]) await remove(refused).expect(400);
  });

  it('are told to open shops and panels as they change (OWN-530)', async () => {
    const [visitor, panel] = [undefined, admin.cookie].map(
      (cookie) => new SocketClient(shop.url, { origin: shop.url, cookie }),
    );
    await Promise.all([visitor?.waitForRooms(1), panel?.waitForRooms(3)]);
    const { body } = await admin.agent
      .post('/api/admin/products')
      .send({ name: 'Live', category: 'items', price: '1.00', stock: 2 })
      .expect(201);
    await products.edit(body.id, { price: '2.00' }).expect(200);
    await products.edit(body.id, { stock: 9 }).expect(200);
    await admin.agent.delete(`/api/admin/products/${body.id}`).expect(200);
    await admin.agent.post(`/api/admin/products/${body.id}/restore`).expect(200);
    const types = [
      'product.created',
      'stock.changed',
      'product.updated',
      'product.deleted',
      'product.restored',
    ];
    const [shopHeard, panelHeard] = [
      await visitor?.waitForTypes('shop', body.id, types),
      await panel?.waitForTypes('admin', body.id, types),
    ];
    expect(panelHeard?.at(-1)?.data).toMatchObject({ id: body.id, onHand: 9, version: 4 });
    expect(shopHeard?.at(-1)?.data).not.toHaveProperty('onHand');
    visitor?.close();
    panel?.close();
  });
});
