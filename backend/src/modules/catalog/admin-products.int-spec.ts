import { describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { onPayPage, place, reaches } from '../../../test/buying.js';
import { withProducts, type ProductSteps } from '../../../test/products.js';
import { Transactions } from '../../infra/database/transaction.js';
import type { NewProduct, Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { tellIfCheap } from './cheap-prices.js';
import { Product as CatalogProduct } from './product.entity.js';

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
      expect(await products.sold(id)).toMatchObject(change);
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
    expect(await products.listed(id)).toMatchObject({ onHand: 3, held: 0, version });
  });

  describe('that become cheaper than half of their highest price of 7 days (OWN-905)', () => {
    const told = async (): Promise<string[]> => {
      const rows: { detail: string }[] = await shop.database.query(
        `SELECT data->>'detail' AS detail FROM outbox_events
          WHERE type = 'alert.raised' AND data->>'title' = 'A price fell below half' ORDER BY id`,
      );
      return rows.map(({ detail }) => detail);
    };
    /** Alerts that an act raises. */
    const toldBy = async (act: () => Promise<unknown>): Promise<string[]> => {
      const before = (await told()).length;
      await act();
      return (await told()).slice(before);
    };
    const alertOf = (id: number, text: string) => [
      `product:${id} · ${text} was the highest of 7 days · user:${admin.userId}`,
    ];

    it('are told: by price at once, just below half, and in small steps', async () => {
      const id = await shop.addProduct({ priceCents: 3250 });
      expect(await toldBy(() => products.edit(id, { price: '16.25' }).expect(200))).toEqual([]);
      expect(await toldBy(() => products.edit(id, { price: '16.24' }).expect(200))).toEqual(
        alertOf(id, '$16.24 for a piece, $32.50'),
      );
      expect(await toldBy(() => products.edit(id, { price: '16.23' }).expect(200))).toHaveLength(1);
      expect(await toldBy(() => products.edit(id, { price: '16.24' }).expect(200))).toEqual([]);
      expect(await toldBy(() => products.edit(id, { description: 'Wings' }).expect(200))).toEqual([]);
      // A folded post shows one text: the fall of a real product would be hidden among others.
      const folded = `SELECT 1 FROM outbox_events WHERE data->>'title' = 'A price fell below half'
                         AND jsonb_exists(data, 'isFoldable')`;
      expect(await shop.database.query(folded)).toEqual([]);
    });

    it('are told no more when the high price is longer ago', async () => {
      const id = await shop.addProduct({ name: 'Beacon', priceCents: 3250 });
      await products.edit(id, { price: '20.00' }).expect(200);
      const since = (age: string) =>
        shop.database.query(
          `UPDATE former_prices SET until = now() - interval '${age}' WHERE product_id = $1 AND price_cents = 3250`,
          [id],
        );
      await since('6 days 23 hours');
      expect(await toldBy(() => products.edit(id, { price: '15.00' }).expect(200))).toHaveLength(1);
      await since('7 days 1 hour');
      expect(await toldBy(() => products.edit(id, { price: '10.00' }).expect(200))).toEqual([]);
      expect(await toldBy(() => products.edit(id, { price: '9.99' }).expect(200))).toHaveLength(1);
    });

    it('are told of coins too, over all products of coins: price, new, back again', async () => {
      const make = (price: string, coinValue: number) =>
        admin.agent
          .post('/api/admin/products')
          .send({ name: 'Coins', category: 'coins', price, coinValue })
          .expect(201);
      const made: number[] = [];
      const add = async (price: string, coinValue: number) => {
        const { body } = await make(price, coinValue);
        made.push(body.id);
      };
      expect(await toldBy(() => add('34.00', 200_000_000))).toEqual([]);
      expect(await toldBy(() => add('0.50', 200_000_000))).toEqual(
        alertOf(made[1] ?? 0, `$0.0025 for a million coins, $0.17 (product:${made[0]})`),
      );
      const [first = 0, cheap = 0] = made;
      expect(await toldBy(() => products.edit(first, { price: '17.00' }).expect(200))).toEqual([]);
      expect(await toldBy(() => products.edit(first, { price: '16.99' }).expect(200))).toHaveLength(1);
      await remove([cheap]).expect(200);
      const restore = () => admin.agent.post(`/api/admin/products/${cheap}/restore`).send().expect(200);
      expect(await toldBy(restore)).toHaveLength(1);
      await remove([first, cheap]).expect(200);
    });

    it('are told by bulk price, bulk quantity and coins in a piece', async () => {
      let bulks = 0;
      const tell = async (change: Partial<NewProduct>, after: string): Promise<string[]> => {
        const id = await shop.addProduct({ name: `Bulk ${bulks++}`, priceCents: 3250, ...change });
        const manager = shop.app.get(Transactions);
        return toldBy(() =>
          manager.run(async (tx) => {
            const before = await tx.findOneByOrFail(CatalogProduct, { id });
            await tx.query(`UPDATE products SET ${after} WHERE id = $1`, [id]);
            const product = await tx.findOneByOrFail(CatalogProduct, { id });
            await tellIfCheap(tx, { actor: 'spec', product, before });
          }),
        );
      };
      const bulk = { bulkMinQuantity: 500, bulkPriceCents: 100 };
      expect(await tell({}, 'bulk_min_quantity = 2, bulk_price_cents = 1625')).toEqual([]);
      expect(await tell({}, 'bulk_min_quantity = 2, bulk_price_cents = 1624')).toHaveLength(1);
      expect(await tell(bulk, 'bulk_min_quantity = 2')).toHaveLength(1);
      expect(await tell(bulk, 'bulk_min_quantity = 501')).toEqual([]);
      // The $0.17 of the products before, though they are deleted.
      const coins = { category: 'coins', stock: 0, coinValue: 250_000_000 };
      expect(await tell(coins, 'coin_value = 382000000')).toEqual([]);
      expect(await tell(coins, 'coin_value = 383000000')).toHaveLength(1);
    });

    it('are told under a name that was dearer: by a new product, a new name, and after the dear one was renamed (OWN-1158)', async () => {
      const dear = await shop.addProduct({ name: 'Crystal', priceCents: 3250 });
      const add = (name: string, price: string) =>
        admin.agent.post('/api/admin/products').send({ name, category: 'bases', price }).expect(201);
      const most = `$32.50 (product:${dear}) was the highest of 7 days · user:${admin.userId}`;
      expect(await toldBy(() => add('Crystal', '16.25'))).toEqual([]);
      for (const alike of ['Crystal', ' crystal. ', 'Сrystal'])
        expect(await toldBy(() => add(alike, '16.24'))).toEqual([
          expect.stringMatching(/^product:\d+ · \$16\.24 for a piece, /),
        ]);
      const ofOneCoin = { name: 'Crystal', category: 'coins', price: '0.10', coinValue: 1 };
      expect(await toldBy(() => admin.agent.post('/api/admin/products').send(ofOneCoin).expect(201))).toEqual(
        [expect.stringContaining(`$0.10 for a piece, ${most}`)],
      );
      const cheap = await shop.addProduct({ name: 'Feather', priceCents: 10 });
      const rename = (id: number, name: string) => products.edit(id, { name }).expect(200);
      const alert = [`product:${cheap} · $0.10 for a piece, ${most}`];
      expect(await toldBy(() => rename(cheap, 'Crystal'))).toEqual(alert);
      expect(await toldBy(() => rename(cheap, 'crystal'))).toEqual([]);
      await rename(cheap, 'Feather');
      await rename(dear, 'Crystal of old');
      await remove([dear]).expect(200);
      expect(await toldBy(() => rename(cheap, 'Crystal'))).toEqual(alert);
      expect(await toldBy(() => add('Crystal of old', '1.00'))).toHaveLength(1);
      // The name that the dear product had before counts as long as a former price.
      await rename(cheap, 'Feather');
      await shop.database.query(
        `UPDATE products SET deleted_at = '2020-01-01', name = 'Gone' WHERE name ILIKE '%rystal%'`,
      );
      await shop.database.query(`UPDATE former_prices SET until = '2020-01-01'`);
      expect(await toldBy(() => rename(cheap, 'Crystal'))).toEqual([]);
    });

    it('are told when a dear pack becomes custom, and when a custom one becomes a cheap pack (OWN-1158)', async () => {
      await shop.database.query(`UPDATE products SET deleted_at = '2020-01-01' WHERE category = 'coins'`);
      await shop.database.query(`UPDATE former_prices SET until = '2020-01-01'`);
      const coins = { category: 'coins', stock: 0, priceCents: 100 };
      const id = await shop.addProduct({ ...coins, priceCents: 5400, coinValue: 200_000_000 });
      const custom = () => products.edit(id, { isCustom: true, coinValue: null }).expect(200);
      const rate = '$0.13 for a million coins, ';
      expect(await toldBy(custom)).toEqual(alertOf(id, `${rate}$0.27`));
      await shop.database.query(`UPDATE former_prices SET until = '2020-01-01'`);
      const pack = { isCustom: false, coinValue: 200_000_000, price: '16.99' };
      expect(await toldBy(() => products.edit(id, pack).expect(200))).toHaveLength(1);
      const other = await shop.addProduct({ ...coins, priceCents: 5400, coinValue: 200_000_000 });
      const ofAmount = { name: 'Any', category: 'coins', price: '1.00', isCustom: true };
      const add = () => admin.agent.post('/api/admin/products').send(ofAmount).expect(201);
      expect(await toldBy(add)).toEqual([expect.stringContaining(`${rate}$0.27 (product:${other})`)]);
    });
  });

  it('keep the image as it was set when the price moves away from 32.50 (ADMIN-2.16)', async () => {
    const { body } = await admin.agent
      .post('/api/admin/products')
      .send({ name: 'Zoomed', category: 'bases', price: '32.50' })
      .expect(201);
    expect(body).toMatchObject({ imageFit: 'contain-zoom', stock: 0, version: 1 });
    expect((await products.edit(body.id, { price: '30.00' }).expect(200)).body.imageFit).toBe('contain-zoom');
  });

  it('have their stock set to what is on hand, and an open purchase keeps what it holds (OWN-110, OWN-111)', async () => {
    const id = await shop.addProduct({ stock: 5 });
    const buyer = await shop.signIn();
    const { checkout } = await place(buyer, [{ id, quantity: 3 }]);
    const { stockVersion } = (await products.listed(id)) ?? {};
    const set = await products.edit(id, { stock: 2, stockVersion }).expect(200);
    expect(set.body).toMatchObject({ onHand: 2, held: 3, stock: 0, isOutOfStock: true, version: 1 });
    await buyer.agent.post(`/api/checkouts/${checkout}/cancel`).expect(200);
    expect(await products.sold(id)).toMatchObject({ stock: 2, isOutOfStock: false });
  });

  it('refuse an edit of what somebody else changed, with what it is now (OWN-195, OWN-196)', async () => {
    const id = await shop.addProduct({ stock: 5, priceCents: 1000 });
    const { version, stockVersion } = (await products.listed(id)) ?? {};
    const rows = await Promise.all([11, 12].map((n) => products.edit(id, { price: `${n}.00`, version })));
    const pieces = await Promise.all([11, 12].map((stock) => products.edit(id, { stock, stockVersion })));
    for (const answers of [rows, pieces]) {
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const stale = answers.find(({ status }) => status === 409);
      expect(stale?.body).toMatchObject({ code: 'STALE', current: { id } });
    }
    const now = await products.listed(id);
    expect(pieces.find(({ status }) => status === 409)?.body.current).toEqual(now);
    // Both at once: neither is written when one is stale.
    await products.edit(id, { name: 'Half', stock: 99, version: now?.version, stockVersion }).expect(409);
    expect(await products.listed(id)).toEqual(now);
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
    const before = await products.listed(id);
    expect((await products.edit(id, change).expect(400)).body).toMatchObject({ code: 'VALIDATION' });
    expect(await products.listed(id)).toEqual(before);
  });

  it('name an image that the server never fetches (OWN-30)', async () => {
    let asked = 0;
    const elsewhere = createServer(() => (asked += 1)).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = Object(elsewhere.address());
    const image = `https://127.0.0.1:${port}/a.png`;
    const id = await shop.addProduct({});
    expect((await products.edit(id, { image }).expect(200)).body.image).toBe(image);
    expect((await products.sold(id))?.image).toBe(image);
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
    expect(await products.sold(body.id)).toMatchObject(wanted);
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
    await onPayPage(url, 'pay');
    await reaches(buyer, checkout, 'paid');
    await admin.agent.delete(`/api/admin/products/${id}`).expect(200);
    expect([await products.sold(id), await products.listed(id)]).toEqual([undefined, undefined]);
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
    expect(await products.sold(id)).toMatchObject({ name: 'Kept', stock: 3 });
    await admin.agent.post(`/api/admin/products/${id}/restore`).expect(404);
  });

  it('are deleted in bulk, what is gone already left out (ADMIN-7.13, OWN-206)', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => shop.addProduct({})));
    await admin.agent.delete(`/api/admin/products/${ids[1]}`).expect(200);
    const { body } = await remove([...ids, ...ids, 2_000_000_000]).expect(200);
    expect(body).toEqual({ deleted: [ids[0], ids[2]].toSorted((a = 0, b = 0) => a - b) });
    for (const id of ids) expect(await products.sold(id)).toBeUndefined();
    for (const refused of [[], [0], ['1']]) await remove(refused).expect(400);
  });

  it('are told to open shops and panels as they change (OWN-530)', async () => {
    const [visitor, panel] = [undefined, admin.cookie].map(
      (cookie) => new SocketClient(shop.url, { origin: shop.url, cookie }),
    );
    await Promise.all([visitor?.rooms(1), panel?.rooms(3)]);
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
      await visitor?.about('shop', body.id, types),
      await panel?.about('admin', body.id, types),
    ];
    expect(panelHeard?.at(-1)?.data).toMatchObject({ id: body.id, onHand: 9, version: 4 });
    expect(shopHeard?.at(-1)?.data).not.toHaveProperty('onHand');
    visitor?.close();
    panel?.close();
  });
});
