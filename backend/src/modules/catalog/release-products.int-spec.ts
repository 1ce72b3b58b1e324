import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShop, type Shop } from '../../../test/shop.js';
import { expectInvariants } from '../../../test/invariants.js';
import { until } from '../../../test/until.js';
import { ReleaseProducts } from './release-products.js';

describe('the moment a product is available to everybody (OWN-259)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  const told = (id: number): Promise<{ data: { stock: number } }[]> =>
    shop.database.query(
      `SELECT data FROM stream_messages WHERE room = 'shop' AND type = 'product.updated' AND (data->>'id')::int = $1`,
      [id],
    );
  const releaseAtOnce = () =>
    Promise.all(Array.from({ length: 4 }, () => shop.app.get(ReleaseProducts).releaseDue()));

  it('is told to every open shop, once, with what is there of it', async () => {
    const id = await shop.addProduct({ stock: 3, availableFrom: new Date(Date.now() + 500) });
    const messages = await until(
      () => told(id),
      (found) => found.length > 0,
    );
    expect(messages).toEqual([{ data: expect.objectContaining({ id, stock: 3 }) }]);
    await releaseAtOnce();
    await expectInvariants(shop);
    expect(await told(id)).toHaveLength(1);
  });

  it('is not told of what is not available yet, deleted, or was always there', async () => {
    const later = await shop.addProduct({ availableFrom: new Date(Date.now() + 60_000) });
    const plain = await shop.addProduct({});
    const old = await shop.addProduct({ availableFrom: new Date(Date.now() - 3 * 86_400_000) });
    const gone = await shop.addProduct({ availableFrom: new Date(Date.now() + 3_600_000) });
    await shop.database.query(
      `UPDATE products SET deleted_at = now(), available_from = now() - interval '1 minute' WHERE id = $1`,
      [gone],
    );
    await releaseAtOnce();
    await expectInvariants(shop);
    for (const id of [later, plain, old, gone]) expect(await told(id)).toEqual([]);
  });
});
