import { adminCoinStockAnswer, placedAnswer, problem, quote } from '@pax/contracts';
import { until } from '@pax/sandbox';
import pg from 'pg';
import { z } from 'zod';
import type { Person } from '../../support/person.js';
import { NAMES, productNamed } from '../../support/shopping.js';
import { newCustomer } from '../../support/sign-in.js';
import { forAll, sideBySide } from '../load/side-by-side.js';
import type { Row } from '../row.js';
import { FLOOR, type Stage } from '../stage.js';

const AT_ONCE = 8;
/** More coins than all turns together sell. */
const POOL = 4_000_000_000_000;

/** From the wish to the paid order: placing, the provider's message, settling. */
export const purchase: Row = {
  name: 'purchase',
  title: 'Placing and settling',
  how:
    `purchases of the same goods by people who come ${AT_ONCE} at a time: placed over HTTP, then settled by the ` +
    "provider's signed messages, until each is paid · floor: `BEGIN`, guarded stock update, order, outbox, `COMMIT`, " +
    `${AT_ONCE} at a time`,
  measures: [
    { key: 'rate', title: 'purchases', unit: '/s', atLeast: 0.05 },
    { key: 'placeMs', title: '… placing, per purchase', unit: 'ms' },
    { key: 'settleMs', title: '… settling, per purchase', unit: 'ms' },
  ],
  async open(open) {
    const stage = await open();
    const { shop, stripe, sizes } = stage;
    const buyers: Person[] = [];
    await sideBySide(sizes.buyers, AT_ONCE, async () => {
      buyers.push(await newCustomer(shop));
    });
    await fillPool(stage);
    const floorPool = new pg.Pool({ connectionString: stage.databaseUrl, max: AT_ONCE });
    return {
      shop: () => buyAll(stage, buyers),
      floor: async () => {
        const began = performance.now();
        await sideBySide(sizes.transactions, AT_ONCE, () => smallest(floorPool));
        const tookMs = performance.now() - began;
        return { rate: (sizes.transactions * 1_000) / tookMs, placeMs: tookMs / sizes.transactions };
      },
      apart: () =>
        `Stripe's own time, ${stripe.perCallMs.toFixed(2)} ms per call, is the bench's, not the shop's.`,
      close: () => floorPool.end(),
    };
  },
};

async function fillPool({ admin }: Stage): Promise<void> {
  const { version } = await admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
  const body = { coinStock: POOL, version };
  await admin.send('PUT', '/api/admin/coin-stock', body, adminCoinStockAnswer);
}

async function buyAll({ shop, stripe }: Stage, buyers: readonly Person[]): Promise<Record<string, number>> {
  const [first] = buyers;
  if (!first) throw new Error('nobody buys');
  const { id } = await productNamed(first, '10M Coins');
  const items = [{ id, quantity: 1 }];
  // Points move people up, and with it their price: asked for before the clock runs.
  const wishes = new Map<Person, { amount: string }>();
  await forAll(buyers, AT_ONCE, async (person) => {
    const { total } = await person.send('POST', '/api/checkout/quote', { items }, quote);
    wishes.set(person, { amount: total });
  });

  const began = performance.now();
  const placed: string[] = [];
  await forAll([...wishes], AT_ONCE, async ([person, { amount }]) => {
    const wish = { amount, items, ...NAMES, consent: true };
    const answer = await person.call('POST', '/api/payments/stripe/create-checkout-session', wish);
    if (answer.status !== 201) throw new Error(`placing: ${problem.safeParse(answer.body).data?.code}`);
    placed.push(placedAnswer.parse(answer.body).checkout);
  });
  const placedAt = performance.now();
  await forAll(placed, AT_ONCE, async (checkout) => {
    const { payload, signature } = stripe.paidMessage(checkout);
    const answer = await fetch(`${shop.shopUrl}/api/payments/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    });
    if (!answer.ok) throw new Error(`the message was answered ${answer.status}`);
    await answer.arrayBuffer();
  });
  await until(async () => (await paidOf(shop.database, placed)) === placed.length, {
    deadlineMs: 60_000,
    everyMs: 5,
    what: 'all purchases paid',
  });
  const ended = performance.now();
  return {
    rate: (buyers.length * 1_000) / (ended - began),
    placeMs: (placedAt - began) / buyers.length,
    settleMs: (ended - placedAt) / buyers.length,
  };
}

async function paidOf(database: pg.Pool, refs: readonly string[]): Promise<number> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS count FROM checkouts WHERE ref = ANY($1) AND state = 'paid'`,
    [refs],
  );
  return z.object({ count: z.number() }).parse(rows[0]).count;
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
