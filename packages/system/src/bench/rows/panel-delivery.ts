import { setTimeout as pause } from 'node:timers/promises';
import { order } from '@pax/contracts';
import pg from 'pg';
import { computeQuantile } from '../statistics.js';
import { startFloor } from '../floor-process.js';
import { floorChange, commitChange, orderChange, type Committed } from '../load/commit-change.js';
import { PageSockets } from '../load/page-sockets.js';
import type { MetricValues, Row } from '../row.js';

const CHANNEL = 'bench_channel';
/** Pause between changes, ms, so that each is finished before the next one. */
const PAUSE_MS = 15;

/** Bench row: time from the commit of an order until an open panel received it. */
export const panelDelivery: Row = {
  name: 'panel',
  title: 'Commit → open panel',
  how:
    'an order moves; from the answered commit until a panel’s socket received it; floor: `NOTIFY` → BullMQ → ' +
    'Socket.IO with nothing stored, numbered or checked',
  metrics: [
    { key: 'p50', title: 'half within', unit: 'ms', atMost: 3 },
    { key: 'p99', title: '99 of 100 within', unit: 'ms', atMost: 3 },
  ],
  async open(benchShop) {
    const { shop, admin, sizes, databaseUrl, redisUrl } = await benchShop();
    const [some] = await admin.get('/api/admin/orders', order.array());
    if (!some) throw new Error('the seed has no orders');
    const panel = await PageSockets.open(shop.shopUrl, 1, {
      headers: { origin: shop.shopUrl, cookie: admin.cookieHeader },
      room: 'admin',
    });
    const floor = await startFloor('notify-to-socket', {
      databaseUrl,
      redisUrl,
      channel: CHANNEL,
      payload: { data: some },
    });
    const page = await PageSockets.open(floor.url, 1);
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    const timeChanges = async (
      sockets: PageSockets,
      change: () => Promise<Committed>,
    ): Promise<MetricValues> => {
      const took: number[] = [];
      for (let n = 0; n < sizes.changes; n += 1) {
        const { id, at } = await change();
        took.push((await sockets.waitUntilAllReceived(id)) - at);
        await pause(PAUSE_MS);
      }
      return { p50: computeQuantile(took, 0.5), p99: computeQuantile(took, 0.99) };
    };
    const sides = {
      shop: () =>
        timeChanges(panel, () =>
          commitChange(database, (id) => orderChange(id, some.id), { channel: 'outbox', withId: false }),
        ),
      floor: () =>
        timeChanges(page, () => commitChange(database, floorChange, { channel: CHANNEL, withId: true })),
    };
    await sides.shop();
    await sides.floor();
    return {
      ...sides,
      close: async () => {
        panel.close();
        page.close();
        await database.end();
        await floor.stop();
      },
    };
  },
};
