import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShop, type Shop } from '../../../test/shop.js';
import { expectInvariants } from '../../../test/invariants.js';
import { until } from '../../../test/until.js';
import { ReleaseProducts } from './release-products.js';

describe('the moment a product is available to everybody (OWN-57)', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  const messagesOf = (id: number): Promise<{ data: { stock: number } }[]> =>
    shop.database.query(
      `SELECT data FROM stream_messages WHERE room = 'shop' AND type = 'product.updated' AND (data->>'id')::int = $1`,
      [id],
    );
  const releaseAtOnce = () =>
    Promise.all(Array.from({ length: 4 }, () => shop.app.get(ReleaseProducts).releaseDue()));

  it('is published to the room of the shop once, with its stock', async () => {
    // Far enough ahead that a slow machine has added it before.
    const id = await shop.addProduct({ stock: 3, availableFrom: new Date(Date.now() + 3_000) });
    const messages = await until(
      () => messagesOf(id),
      (found) => found.length > 0,
      20_000,
    );
    expect(messages).toEqual([{ data: expect.objectContaining({ id, stock: 3 }) }]);
    await releaseAtOnce();
    await expectInvariants(shop);
    expect(await messagesOf(id)).toHaveLength(1);
  });

  it('is published once also when no worker ran at that time, for a day', async () => {
    const releasedAgo = async (hours: number): Promise<number> => {
      const id = await shop.addProduct({ availableFrom: new Date(Date.now() + 3_600_000) });
      await shop.database.query(
        `UPDATE outbox_events SET occurred_at = now() - interval '9 days' WHERE aggregate = 'product' AND aggregate_id = $1`,
        [String(id)],
      );
      await shop.database.query(
        'UPDATE products SET available_from = now() - make_interval(mins => $2) WHERE id = $1',
        [id, hours * 60],
      );
      return id;
    };
    const late = [await releasedAgo(0.1), await releasedAgo(23)];
    const tooLate = await releasedAgo(25);
    await releaseAtOnce();
    await expectInvariants(shop);
    for (const id of late)
      expect(
        await until(
          () => messagesOf(id),
          (found) => found.length > 0,
        ),
      ).toHaveLength(1);
    expect(await messagesOf(tooLate)).toEqual([]);
  });

  it('is not published when not available yet, deleted, or always available', async () => {
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
    for (const id of [later, plain, old, gone]) expect(await messagesOf(id)).toEqual([]);
  });
});
