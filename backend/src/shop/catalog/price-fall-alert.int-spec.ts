import { describe, expect, it, jest } from '@jest/globals';
import { withProducts, type ProductSteps } from '../../../test/product-steps.js';
import type { NewProduct, Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { Transactions } from '../../platform/database/transaction.js';
import { alertIfPriceFell } from './price-fall-alert.js';
import { Product as CatalogProduct } from './product.entity.js';

jest.setTimeout(30_000);

describe('prices that fall below half of the highest of 7 days (OWN-905)', () => {
  let shop: Shop;
  let admin: SignedIn;
  let products: ProductSteps;
  withProducts((...opened) => ([shop, admin, products] = opened));

  const remove = (ids: unknown[]) => admin.agent.post('/api/admin/products/bulk-delete').send({ ids });
  const UNREAD = 'A product says coins by an amount that can’t be compared';
  const told = async (title = 'A price fell below half'): Promise<string[]> => {
    const rows: { detail: string }[] = await shop.database.query(
      `SELECT data->>'detail' AS detail FROM outbox_events
        WHERE type = 'alert.raised' AND data->>'title' = $1 ORDER BY id`,
      [title],
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
          await alertIfPriceFell(tx, { actor: 'spec', product, before });
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

  it('are told under a name that was dearer: by a new product, a new name, and after the dear one was renamed (OWN-905)', async () => {
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
    expect(await toldBy(() => admin.agent.post('/api/admin/products').send(ofOneCoin).expect(201))).toEqual([
      expect.stringContaining(`$0.10 for a piece, ${most}`),
    ]);
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

  it('are told of a copy under a name that reads the same, by what a piece of it costs (OWN-905)', async () => {
    await shop.addProduct({ name: 'Dragon Egg', priceCents: 2000 });
    await shop.addProduct({ name: 'Amber Kit II', priceCents: 4000 });
    await shop.addProduct({ name: 'Amber Shard 64x', priceCents: 800 });
    const add = (name: string, price: string) => () =>
      admin.agent.post('/api/admin/products').send({ name, category: 'items', price }).expect(201);
    const copies = [
      'Dragon Egg 1x',
      'Dragon Egg (x1)',
      '1 × Dragon Egg',
      'Dra gon-Egg',
      'Drágon Egg',
      'Dr4gon 3gg',
    ];
    for (const name of [...copies, 'Dragonn Egg', 'Dragon Egg – 1', 'Dragon Egg 1 pc.', 'Dragon Egg 1х'])
      expect([name, await toldBy(add(name, '9.99'))]).toEqual([
        name,
        [expect.stringContaining('$9.99 for a piece, $20.00')],
      ]);
    expect(await toldBy(add('Dragon Egg 3x', '24.00'))).toEqual([
      expect.stringContaining('$8.00 for a piece, $20.00'),
    ]);
    expect(await toldBy(add('Amber Shard x32', '1.99'))).toEqual([
      expect.stringContaining('$0.0622 for a piece, $0.13'),
    ]);
    const others = ['Dragon Egg Kit', 'Dragon Egg 2', 'Dragon', 'Amber Kit I', 'Amber Kit III', 'Amber Kit'];
    for (const name of others) expect([name, await toldBy(add(name, '1.00'))]).toEqual([name, []]);
    for (const [name, price] of [
      ['Amber Shard 16x', '1.00'],
      ['Dragon Egg x2', '20.00'],
    ] as const)
      expect([name, await toldBy(add(name, price))]).toEqual([name, []]);
  });

  it('are told at each quantity, with the quantity (OWN-905)', async () => {
    const id = await shop.addProduct({ name: 'Zeta Blade', priceCents: 10_000 });
    const edit = (change: object) => toldBy(() => products.edit(id, change).expect(200));
    expect(await edit({ bulkMinQuantity: 999, bulkPrice: '10.00' })).toEqual(
      alertOf(id, '$10.00 for a piece from 999 on, $100.00'),
    );
    expect(await edit({ price: '10.01' })).toEqual(alertOf(id, '$10.01 for a piece, $100.00'));
    expect(await edit({ bulkMinQuantity: null, bulkPrice: null })).toEqual([]);
    expect(await edit({ price: '100.00' })).toEqual([]);
    expect(await edit({ price: '30.00', bulkMinQuantity: 3, bulkPrice: '20.00' })).toEqual(
      alertOf(id, '$30.00 for a piece, $20.00 for a piece from 3 on, $100.00'),
    );
    expect(await edit({ bulkMinQuantity: 2 })).toEqual(alertOf(id, '$20.00 for a piece from 2 on, $100.00'));
  });

  it.each(['9999999x', '640 000x', '6,400x', '6.400 pcs'])(
    'are told of a pack that is renamed to more pieces: %s (OWN-905)',
    async (count) => {
      const id = await shop.addProduct({ name: '64x Omega Gem', priceCents: 6_400 });
      expect(await toldBy(() => products.edit(id, { name: `${count} Omega Gem` }).expect(200))).toEqual([
        expect.stringMatching(/ for a piece, \$1\.00/),
      ]);
      await remove([id]).expect(200);
    },
  );

  it('are told of an item whose name says coins, though it draws on no pool (OWN-905)', async () => {
    await shop.addProduct({ category: 'coins', stock: 0, priceCents: 3_400, coinValue: 200_000_000 });
    const add = (name: string, price: string) => () =>
      admin.agent.post('/api/admin/products').send({ name, category: 'items', price }).expect(201);
    for (const name of ['1B Coins', '1.000.000.000 coins', '500M', 'Coins – 1 billion', '1В Соins'])
      expect([name, await toldBy(add(name, '1.00'))]).toEqual([
        name,
        [expect.stringContaining('for a million coins, $')],
      ]);
    expect(await toldBy(add('100M Coins', '17.00'))).toEqual([]);
    expect(await toldBy(add('Bag of 64 coins', '1.00'))).toEqual([]);
  });

  it('are told of coins whose amount can’t be compared, by name and by label, once (OWN-905)', async () => {
    const toldOf = async (act: () => Promise<unknown>): Promise<string[]> => {
      const before = (await told(UNREAD)).length;
      await act();
      return (await told(UNREAD)).slice(before);
    };
    const add = (more: object) => () =>
      admin.agent
        .post('/api/admin/products')
        .send({ category: 'items', price: '1.00', ...more })
        .expect(201);
    const alert = expect.stringMatching(new RegExp(`^product:\\d+ · user:${admin.userId}$`));
    for (const name of ['Three Billion Coins', 'A chest of c0ins'])
      expect([name, await toldOf(add({ name }))]).toEqual([name, [alert]]);
    const pack = { category: 'coins', coinValue: 1_000_000, price: '0.17' };
    expect(await toldOf(add({ ...pack, name: 'Three Billion Coins' }))).toEqual([alert]);
    for (const more of [{ ...pack, name: 'Coins' }, { name: 'Bag of 64 coins' }, { name: 'Three Gems' }])
      expect([more, await toldOf(add(more))]).toEqual([more, []]);
    const crate = await shop.addProduct({ name: 'Dawn Crate', priceCents: 100 });
    const edit = (fields: object) => () => products.edit(crate, fields).expect(200);
    expect(await toldOf(edit({ amount: 'a million coins' }))).toEqual([alert]);
    expect(await toldOf(edit({ description: 'Full' }))).toEqual([]);
    expect(await toldOf(edit({ amount: '64 pieces' }))).toEqual([]);
  });

  it('are told of a label that says more coins than before, on coins and on items (OWN-905)', async () => {
    const pack = {
      name: 'Night Pack',
      category: 'coins',
      stock: 0,
      priceCents: 170,
      coinValue: 10_000_000,
      amount: '10M',
    };
    const coins = await shop.addProduct(pack);
    const label = (id: number, amount: string) => () => products.edit(id, { amount }).expect(200);
    expect(await toldBy(label(coins, '19M'))).toEqual([]);
    const fall = expect.stringMatching(/^product:\d+ · \$0\.0019 for a million coins, \$/);
    expect(await toldBy(label(coins, '900M'))).toEqual([fall]);
    const crate = await shop.addProduct({ name: 'Night Crate', priceCents: 100 });
    expect(await toldBy(label(crate, '500M coins'))).toEqual([
      expect.stringContaining('$0.0020 for a million coins, $'),
    ]);
    expect(await toldBy(label(crate, '1 piece'))).toEqual([]);
  });

  it('are told of a label that says more pieces, also long after and of a copy (OWN-905)', async () => {
    const id = await shop.addProduct({ name: 'Amber Dust', priceCents: 1_000, amount: '4 stacks' });
    const label = (amount: string | null) => () => products.edit(id, { amount }).expect(200);
    const fall = (cents: string) => alertOf(id, `$${cents} for a piece, $2.50`);
    expect(await toldBy(label('8 stacks'))).toEqual([]);
    expect(await toldBy(label('400 stacks'))).toEqual(fall('0.0250'));
    expect(await toldBy(label('64x'))).toEqual([]);
    expect(await toldBy(label('4 stacks'))).toEqual([]);
    expect(await toldBy(label('64x'))).toEqual(fall('0.16'));
    expect(await toldBy(label(null))).toEqual([]);
    const copy = { name: 'Amber Dust', category: 'items', price: '10.00', amount: '64 pieces' };
    expect(await toldBy(() => admin.agent.post('/api/admin/products').send(copy).expect(201))).toEqual([
      expect.stringContaining('$0.16 for a piece, $10.00'),
    ]);
  });

  it.each(['64 Opal', 'Opal 64', 'Opal (64)', 'Opal stack of 64', 'Opal 64-pack', 'Opal 64ct'])(
    'are told of a piece that is renamed to many: %s (OWN-905)',
    async (name) => {
      const id = await shop.addProduct({ name: 'Opal', priceCents: 6_400 });
      expect(await toldBy(() => products.edit(id, { name }).expect(200))).toEqual([
        expect.stringContaining('$1.00 for a piece, $64.00'),
      ]);
      await remove([id]).expect(200);
    },
  );

  it('are told when a dear pack becomes custom, and when a custom one becomes a cheap pack (OWN-905)', async () => {
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
