import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ShopEvent } from '@pax/contracts';
import { orderEvent, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { Transactions } from '../database/transaction.js';
import { appendEvent } from './outbox.js';

describe('a step of events of several kinds (OWN-117)', () => {
  let shop: DiscordShop;
  beforeAll(async () => {
    shop = await startDiscordShop();
  });
  afterAll(() => shop.close());

  it('is told to a room in the order in which they happened', async () => {
    const [orderId, productId] = [await shop.order(), await shop.product()];
    const before = await told();
    const stock: ShopEvent = {
      type: 'stock.changed',
      aggregate: 'stock',
      aggregateId: String(productId),
      version: 1,
    };
    const happened = [
      orderEvent('order.processing', orderId, 2),
      stock,
      orderEvent('order.completed', orderId, 3),
    ];
    const ids = await shop.app
      .get(Transactions)
      .run(async (tx) => happened.map((event) => appendEvent(tx, event)));
    await shop.relayed();
    expect((await told()).slice(before.length)).toEqual(ids);
  });

  /** The events that the panel was told of, by the numbers of its room. */
  const told = async (): Promise<string[]> => {
    const rows: { event_id: string }[] = await shop.database.query(
      `SELECT event_id FROM stream_messages WHERE room = 'admin' ORDER BY seq`,
    );
    return rows.map((row) => row.event_id);
  };
});
