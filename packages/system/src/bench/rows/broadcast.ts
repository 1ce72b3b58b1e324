import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { product } from '@pax/contracts';
import pg from 'pg';
import { computeMedian } from '../statistics.js';
import { startFloor } from '../floor-process.js';
import { commitChange, stockChange, type Committed } from '../load/commit-change.js';
import { PageSockets } from '../load/page-sockets.js';
import type { MetricValues, Row } from '../row.js';

const PAUSE_MS = 30;

/** Bench row: time from a stock change until the last of many open shop pages received it. */
export const broadcast: Row = {
  name: 'broadcast',
  title: 'Stock change → 500 open shops',
  how:
    'from the answered commit until the last of 500 sockets received it; floor: bare Socket.IO that ' +
    'emits the same message to 500 sockets on request',
  metrics: [{ key: 'last', title: 'the last within', unit: 'ms' }],
  async open(benchShop) {
    const { shop, sizes, databaseUrl, redisUrl } = await benchShop();
    const products = product.array().parse(await (await fetch(`${shop.shopUrl}/api/products`)).json());
    const some = products.find(({ coinValue, isCustom }) => coinValue === null && !isCustom);
    if (!some) throw new Error('the seed has no pieces');
    const { id, stock, isOutOfStock } = some;
    const payload = { room: 'shop', type: 'stock.changed', data: { id, stock, isOutOfStock } };
    const floor = await startFloor('notify-to-socket', {
      databaseUrl,
      redisUrl,
      channel: 'bench_unused',
      payload,
    });
    const headers = { origin: shop.shopUrl };
    const shops = await PageSockets.open(shop.shopUrl, sizes.sockets, { headers, room: 'shop' });
    const pages = await PageSockets.open(floor.url, sizes.sockets);
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    const timeChanges = async (
      sockets: PageSockets,
      change: () => Promise<Committed>,
    ): Promise<MetricValues> => {
      const took: number[] = [];
      for (let n = 0; n < sizes.broadcasts; n += 1) {
        const { id: eventId, at } = await change();
        took.push((await sockets.waitUntilAllReceived(eventId)) - at);
        await pause(PAUSE_MS);
      }
      return { last: computeMedian(took) };
    };
    return {
      shop: () =>
        timeChanges(shops, () =>
          commitChange(database, (eventId) => stockChange(eventId, id), { channel: 'outbox', withId: false }),
        ),
      floor: () =>
        timeChanges(pages, async () => {
          const eventId = randomUUID();
          const at = performance.now();
          floor.send({ id: eventId });
          return { id: eventId, at };
        }),
      close: async () => {
        shops.close();
        pages.close();
        await database.end();
        await floor.stop();
      },
    };
  },
};
