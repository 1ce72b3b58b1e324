import { until } from '@pax/local';
import pg from 'pg';
import type { Person } from '../../support/person.js';
import { metricsTokenOf } from '../../support/run-record.js';
import { productNamed } from '../../support/shopping.js';
import type { WholeShop } from '../../support/whole-shop.js';
import type { BenchShop } from '../bench-shop.js';
import { buyWithPage } from '../load/buy-with-page.js';
import { runConcurrently } from '../load/concurrency.js';
import { fillPool } from '../load/fill-pool.js';
import { minimalPurchase } from '../load/minimal-purchase.js';
import { newCustomers } from '../load/new-customers.js';
import { processorTime, type ProcessorTime } from '../load/processor-time.js';
import type { Metric, MetricValues, Row } from '../row.js';
import { FULL } from '../sizes.js';
import { quantile } from '../statistics.js';

const FEW = 8;
const MANY = 32;

/** What the orders of so many buyers cost the shop, each. */
const costsOf = (who: string, count: number): Metric[] => [
  { key: `${who}Statements`, title: `${count} buyers: statements per order`, unit: '' },
  { key: `${who}BackendMs`, title: `${count} buyers: backend, per order`, unit: 'ms' },
  { key: `${who}BotMs`, title: `${count} buyers: bot, per order`, unit: 'ms' },
  { key: `${who}DatabaseMs`, title: `${count} buyers: database, per order`, unit: 'ms' },
];

/** Purchases with everything that belongs to them, by few buyers at a time and by many. */
export const wholePurchase: Row = {
  name: 'buyers',
  title: 'Whole purchases',
  how:
    `${FULL.wholePurchases} purchases by ${FEW} buyers at a time, then as many by ${MANY}, from the quote until the page says ` +
    'paid and all is posted; statements and processor time per order; floor: the transactions of "Placing and settling", ' +
    'as many at a time',
  metrics: [
    { key: 'few', title: `${FEW} buyers`, unit: '/s' },
    { key: 'many', title: `${MANY} buyers`, unit: '/s' },
    { key: 'gain', title: `${MANY} buyers ÷ ${FEW} buyers`, unit: '', atLeast: 1, isRatio: true },
    { key: 'fewShownMs', title: `${FEW} buyers: half see it paid within`, unit: 'ms' },
    { key: 'manyShownMs', title: `${MANY} buyers: half see it paid within`, unit: 'ms' },
    ...costsOf('few', FEW),
    ...costsOf('many', MANY),
  ],
  async open(open) {
    const benchShop = await open();
    const { shop, sizes } = benchShop;
    const buyers = await newCustomers(shop, MANY);
    await fillPool(benchShop);
    const floorPool = new pg.Pool({ connectionString: benchShop.databaseUrl, max: MANY });
    const floorRate = async (atOnce: number): Promise<number> => {
      const startedAt = performance.now();
      await runConcurrently(sizes.transactions, atOnce, () => minimalPurchase(floorPool));
      return (sizes.transactions * 1_000) / (performance.now() - startedAt);
    };
    const sides = {
      shop: () => buyByFewAndMany(benchShop, buyers),
      floor: async () => ({ few: await floorRate(FEW), many: await floorRate(MANY) }),
    };
    // The first purchases of a process belong to its compiler.
    await sides.shop();
    return { ...sides, close: () => floorPool.end() };
  },
};

async function buyByFewAndMany(benchShop: BenchShop, buyers: readonly Person[]): Promise<MetricValues> {
  const few = await buyCounted(benchShop, buyers.slice(0, FEW));
  const many = await buyCounted(benchShop, buyers);
  return {
    ...named('few', few),
    ...named('many', many),
    few: few.rate,
    many: many.rate,
    gain: many.rate / few.rate,
  };
}

const named = (who: string, { shownMs, statements, backend, bot, database }: Bought): MetricValues => ({
  [`${who}ShownMs`]: shownMs,
  [`${who}Statements`]: statements,
  [`${who}BackendMs`]: backend,
  [`${who}BotMs`]: bot,
  [`${who}DatabaseMs`]: database,
});

/** The figures of one run; statements and processor time, ms, are per order. */
interface Bought extends ProcessorTime {
  rate: number;
  shownMs: number;
  statements: number;
}

/** Buys until all is posted, so that what one run costs is not counted with the next. */
async function buyCounted(benchShop: BenchShop, buyers: readonly Person[]): Promise<Bought> {
  const { shop, sizes } = benchShop;
  const before = { statements: await statementsOf(shop), ...(await processorTime(shop)) };
  const bought = await buy(benchShop, buyers);
  await allPosted(shop);
  const after = { statements: await statementsOf(shop), ...(await processorTime(shop)) };
  const perOrder = (key: keyof typeof after): number => (after[key] - before[key]) / sizes.wholePurchases;
  return {
    ...bought,
    statements: perOrder('statements'),
    backend: perOrder('backend'),
    bot: perOrder('bot'),
    database: perOrder('database'),
  };
}

/** Each buyer buys one thing after the other, all of them at once, until so many are bought. */
async function buy(
  benchShop: BenchShop,
  buyers: readonly Person[],
): Promise<{ rate: number; shownMs: number }> {
  const { wholePurchases } = benchShop.sizes;
  const free = [...buyers];
  const shown: number[] = [];
  const [anybody] = buyers;
  if (!anybody) throw new Error('nobody buys');
  const items = [{ id: (await productNamed(anybody, '10M Coins')).id, quantity: 1 }];
  const startedAt = performance.now();
  await runConcurrently(wholePurchases, buyers.length, async () => {
    const person = free.pop();
    if (!person) throw new Error('more purchases at a time than buyers');
    shown.push(await buyWithPage(benchShop, person, items));
    free.push(person);
  });
  return {
    rate: (wholePurchases * 1_000) / (performance.now() - startedAt),
    shownMs: quantile(shown, 0.5),
  };
}

async function allPosted({ database }: WholeShop): Promise<void> {
  const isPosted = async (): Promise<boolean> => {
    const { rows } = await database.query(
      `SELECT 1 FROM outbox_events WHERE published_at IS NULL
        UNION ALL SELECT 1 FROM posts WHERE state IN ('pending', 'claimed') LIMIT 1`,
    );
    return rows.length === 0;
  };
  await until(isPosted, { deadlineMs: 120_000, everyMs: 50, what: 'all events posted' });
}

async function statementsOf(shop: WholeShop): Promise<number> {
  const answer = await fetch(`${shop.shopUrl}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsTokenOf(shop.dataDir)}` },
  });
  const count = /^pax_database_statements_total (\d+)$/m.exec(await answer.text())?.[1];
  if (count === undefined) throw new Error('the metrics count no statements');
  return Number(count);
}
