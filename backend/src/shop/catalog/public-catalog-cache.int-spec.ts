import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { product, type Product } from '@pax/contracts';
import { startShop, type Shop } from '../../../test/shop.js';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { Clock } from '../../platform/clock.js';
import { COINS, stockAccount } from '../../people/ledger/accounts.js';
import { CatalogQueries } from './catalog.queries.js';
import { PublicCatalogCache } from './public-catalog-cache.js';

describe('the list that every visitor gets (SHOP-7.11, OWN-125)', () => {
  let shop: Shop;
  /** A second backend of the same shop. */
  let other: TestApp;
  beforeAll(async () => {
    shop = await startShop();
    other = await startTestApp({}, { databaseUrl: shop.databaseUrl });
  });
  afterAll(async () => {
    await other.close();
    await shop.close();
  });

  const readAt = async (app: TestApp['app']): Promise<Product[]> =>
    product.array().parse(JSON.parse((await app.get(PublicCatalogCache).readSnapshot()).body.toString()));
  const read = (): Promise<Product[]> => readAt(shop.app);
  const one = async (id: number): Promise<Product | undefined> =>
    (await read()).find((each) => each.id === id);

  it('is the list of the catalogue, byte for byte, and the same bytes while nothing changes', async () => {
    await shop.addProduct({ name: 'Totem' });
    const list = shop.app.get(PublicCatalogCache);
    const [first, second] = [await list.readSnapshot(), await list.readSnapshot()];
    expect(first.body.toString()).toBe(JSON.stringify(await shop.app.get(CatalogQueries).listPublic()));
    expect(second.body).toBe(first.body);
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5', 'br'],
    ['gzip', undefined],
    ['br;q=0, gzip', undefined],
    ['bro, umbr', undefined],
    ['', undefined],
  ])('comes packed to who accepts that: %p', async (accepted, encoding) => {
    const plain = (await shop.app.get(PublicCatalogCache).readSnapshot()).body.toString();
    const answer = await fetch(`${shop.url}/api/products`, { headers: { 'accept-encoding': accepted } });
    expect(answer.headers.get('content-encoding') ?? undefined).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.text()).toBe(plain);
  });

  it('shows every change to whoever asks after its commit, through every backend', async () => {
    const id = await shop.addProduct({ name: 'Trident', stock: 3, priceCents: 500 });
    const set = (change: string): Promise<unknown> =>
      shop.database.query(`UPDATE products SET ${change} WHERE id = $1`, [id]);
    expect(await one(id)).toMatchObject({ stock: 3, price: '5.00' });

    await shop.fill(stockAccount(id), 4);
    expect(await one(id)).toMatchObject({ stock: 7 });
    // Without a version raised: nobody has to think of the list.
    await set(`price_cents = 600, description = 'sharp'`);
    expect(await one(id)).toMatchObject({ price: '6.00', description: 'sharp' });
    expect((await readAt(other.app)).find((each) => each.id === id)).toMatchObject({
      price: '6.00',
      stock: 7,
    });
    await set('price_cents = 500');
    expect(await one(id)).toMatchObject({ price: '5.00' });
    await set('deleted_at = now()');
    expect(await one(id)).toBeUndefined();
    await set('deleted_at = NULL');
    expect(await one(id)).toBeDefined();
  });

  it('follows the pool for what is made of coins', async () => {
    const id = await shop.addProduct({ name: '10M', category: 'coins', coinValue: 10_000_000, stock: 0 });
    expect(await one(id)).toMatchObject({ stock: 0, isOutOfStock: true });
    await shop.fill(COINS, 25_000_000);
    expect(await one(id)).toMatchObject({ stock: 2, isOutOfStock: false });
  });

  it('lets a product appear when its time has come, though nothing was written', async () => {
    const clock = shop.app.get(Clock);
    const now = clock.now.bind(clock);
    const id = await shop.addProduct({ name: 'Beacon', availableFrom: new Date(Date.now() + 3_600_000) });
    expect(await one(id)).toBeUndefined();
    clock.now = () => new Date(Date.now() + 3_700_000);
    expect(await one(id)).toBeDefined();
    clock.now = now;
    expect(await one(id)).toBeUndefined();
  });

  it('never shows less than what was committed before it was asked for, however many ask at once', async () => {
    const id = await shop.addProduct({ name: 'Rockets', stock: 0 });
    let committed = 0;
    const over = new AbortController();
    const asked = Array.from({ length: 8 }, async () => {
      const early: string[] = [];
      while (!over.signal.aborted) {
        const least = committed;
        const shown = (await one(id))?.stock ?? -1;
        if (shown < least) early.push(`${shown} shown where ${least} were there`);
      }
      return early;
    });
    for (let n = 0; n < 40; n += 1) {
      await shop.fill(stockAccount(id), 1);
      committed += 1;
    }
    over.abort();
    expect((await Promise.all(asked)).flat()).toEqual([]);
  });

  it('does not repeat a failure to later requests', async () => {
    const list = shop.app.get(PublicCatalogCache);
    const { database } = shop;
    const query = database.query.bind(database);
    database.query = () => Promise.reject(new Error('the database is away'));
    await expect(Promise.all([list.readSnapshot(), list.readSnapshot()])).rejects.toThrow('away');
    database.query = query;
    expect((await list.readSnapshot()).body.length).toBeGreaterThan(2);
  });
});
