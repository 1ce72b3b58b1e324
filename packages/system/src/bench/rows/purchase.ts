import { adminCoinStockAnswer } from '@pax/contracts';
import pg from 'pg';
import type { Person } from '../../support/person.js';
import { newCustomer } from '../../support/sign-in.js';
import { buyAll } from '../load/buy-all.js';
import { PaidNotices } from '../load/paid-notices.js';
import { sideBySide } from '../load/side-by-side.js';
import type { Row } from '../row.js';
import { FULL } from '../sizes.js';
import { FLOOR, type Stage } from '../stage.js';

/** More coins than all turns together sell. */
const POOL = 4_000_000_000_000;
const SIGN_UPS_AT_ONCE = 8;

/** From the wish to the paid order: placing, the provider's message, settling. */
const purchases = (name: string, title: string, atOnce: number): Row => ({
  name,
  title,
  how:
    `purchases of the same goods, ${atOnce === 1 ? 'one after the other' : `${atOnce} at a time`}: placed over HTTP, ` +
    "then settled by the provider's signed messages, until each is paid · floor: `BEGIN`, guarded stock update, order, " +
    'outbox, `COMMIT`, as many at a time · after turns of both that do not count, ' +
    `${FULL.warmUps * FULL.buyers} purchases`,
  measures: [
    { key: 'rate', title: 'purchases', unit: '/s', atLeast: 0.05 },
    { key: 'placeMs', title: '… placing, per purchase', unit: 'ms' },
    { key: 'settleMs', title: '… settling, per purchase', unit: 'ms' },
  ],
  async open(open) {
    const stage = await open();
    const { shop, stripe, sizes } = stage;
    const buyers: Person[] = [];
    await sideBySide(sizes.buyers, SIGN_UPS_AT_ONCE, async () => {
      buyers.push(await newCustomer(shop));
    });
    await fillPool(stage);
    const floorPool = new pg.Pool({ connectionString: stage.databaseUrl, max: atOnce });
    const notices = atOnce === 1 ? await PaidNotices.open(stage.databaseUrl) : undefined;
    const sides = {
      shop: () => buyAll(stage, buyers, atOnce, notices),
      floor: async () => {
        const began = performance.now();
        await sideBySide(sizes.transactions, atOnce, () => smallest(floorPool));
        return { rate: (sizes.transactions * 1_000) / (performance.now() - began) };
      },
    };
    // The first purchases of a process belong to its compiler, which a shop that is open for days has long behind it.
    for (let turn = 0; turn < sizes.warmUps; turn += 1) {
      await sides.shop();
      await sides.floor();
    }
    return {
      ...sides,
      apart: () =>
        `${title}: Stripe's own time, ${stripe.perCallMs.toFixed(2)} ms per call, is the bench's, not the shop's.`,
      close: async () => {
        await notices?.close();
        await floorPool.end();
      },
    };
  },
});

export const purchase = purchases('purchase', 'Placing and settling', 1);
export const rush = purchases('rush', 'Placing and settling, 8 at a time', 8);

async function fillPool({ admin }: Stage): Promise<void> {
  const { version } = await admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
  const body = { coinStock: POOL, version };
  await admin.send('PUT', '/api/admin/coin-stock', body, adminCoinStockAnswer);
}

/** The least that can't sell twice and tells somebody. */
async function smallest(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE ${FLOOR}.stock SET free = free - $1 WHERE id = 1 AND free >= $1`, [1]);
    await client.query(
      `INSERT INTO ${FLOOR}.orders (user_id, product_id, total_cents) VALUES ($1, 1, $2)`,
      [1, 999],
    );
    await client.query(`INSERT INTO ${FLOOR}.outbox (type, data) VALUES ('order.paid', '{}')`);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
