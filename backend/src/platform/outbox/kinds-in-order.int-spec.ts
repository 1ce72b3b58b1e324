import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ShopEvent } from '@pax/contracts';
import { orderEvent, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { Transactions } from '../database/transaction.js';
import { appendEvent } from './outbox.js';

describe('a relay step with events of several types (OWN-115)', () => {
  let shop: DiscordShop;
  beforeAll(async () => {
    shop = await startDiscordShop();
  });
  afterAll(() => shop.close());

  it('numbers its messages in the order of the events', async () => {
    const [orderId, productId] = [await shop.order(), await shop.product()];
    const before = await notified();
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
    expect((await notified()).slice(before.length)).toEqual(ids);
  });

  /** Ids of the events in the admin room, by sequence number. */
  const notified = async (): Promise<string[]> => {
    const rows: { event_id: string }[] = await shop.database.query(
      `SELECT event_id FROM stream_messages WHERE room = 'admin' ORDER BY seq`,
    );
    return rows.map((row) => row.event_id);
  };
});
