import { until } from '@pax/local';
import pg from 'pg';
import type { Person } from '../../support/person.js';
import { productNamed } from '../../support/shopping.js';
import type { WholeShop } from '../../support/whole-shop.js';
import type { BenchShop } from '../bench-shop.js';
import { buyWithPage } from '../load/buy-with-page.js';
import { runConcurrently } from '../load/concurrency.js';
import { fillPool, registerCustomers } from '../load/prepare-purchases.js';
import { minimalPurchase } from '../load/minimal-purchase.js';
import { readProcessorTime, type ProcessorTime } from '../load/process-usage.js';
import type { Metric, MetricValues, Row } from '../row.js';
import { FULL } from '../sizes.js';
import { computeQuantile } from '../statistics.js';

const FEW = 8;
const MANY = 32;

/** Metrics of the cost per order, for a number of buyers. */
const costMetrics = (group: string, count: number): Metric[] => [
  { key: `${group}BackendMs`, title: `${count} buyers: backend, per order`, unit: 'ms' },
  { key: `${group}BotMs`, title: `${count} buyers: bot, per order`, unit: 'ms' },
  { key: `${group}DatabaseMs`, title: `${count} buyers: database, per order`, unit: 'ms' },
];

/** Bench row: complete purchases, including Discord posts, with few and with many simultaneous buyers. */
export const wholePurchase: Row = {
  name: 'buyers',
  title: 'Whole purchases',
  how:
    `${FULL.wholePurchases} purchases by ${FEW} buyers at a time, then as many by ${MANY}, from the quote until the page says ` +
    'paid and all is posted; processor time per order; floor: the transactions of "Placing and settling", ' +
    'as many at a time',
  metrics: [
    { key: 'few', title: `${FEW} buyers`, unit: '/s' },
    { key: 'many', title: `${MANY} buyers`, unit: '/s' },
    { key: 'gain', title: `${MANY} buyers ÷ ${FEW} buyers`, unit: '', atLeast: 1, isRatio: true },
    { key: 'fewShownMs', title: `${FEW} buyers: half see it paid within`, unit: 'ms' },
    { key: 'manyShownMs', title: `${MANY} buyers: half see it paid within`, unit: 'ms' },
    ...costMetrics('few', FEW),
    ...costMetrics('many', MANY),
  ],
  async open(open) {
    const benchShop = await open();
    const { shop, sizes } = benchShop;
    const buyers = await registerCustomers(shop, MANY);
    await fillPool(benchShop);
    const floorPool = new pg.Pool({ connectionString: benchShop.databaseUrl, max: MANY });
    const floorRate = async (concurrency: number): Promise<number> => {
      const startedAt = performance.now();
      await runConcurrently(sizes.transactions, concurrency, () => minimalPurchase(floorPool));
      return (sizes.transactions * 1_000) / (performance.now() - startedAt);
    };
    const sides = {
      shop: () => buyByFewAndMany(benchShop, buyers),
      floor: async () => ({ few: await floorRate(FEW), many: await floorRate(MANY) }),
    };
    // The first purchases are not measured, since a new process first compiles its code.
    await sides.shop();
    return { ...sides, close: () => floorPool.end() };
  },
};

async function buyByFewAndMany(benchShop: BenchShop, buyers: readonly Person[]): Promise<MetricValues> {
  const few = await buyAndCountCosts(benchShop, buyers.slice(0, FEW));
  const many = await buyAndCountCosts(benchShop, buyers);
  return {
    ...prefixFigures('few', few),
    ...prefixFigures('many', many),
    few: few.rate,
    many: many.rate,
    gain: many.rate / few.rate,
  };
}

const prefixFigures = (
  group: string,
  { shownMs, backend, bot, database }: PurchaseFigures,
): MetricValues => ({
  [`${group}ShownMs`]: shownMs,
  [`${group}BackendMs`]: backend,
  [`${group}BotMs`]: bot,
  [`${group}DatabaseMs`]: database,
});

/** Figures of one run, with the processor time in ms per order. */
interface PurchaseFigures extends ProcessorTime {
  rate: number;
  shownMs: number;
}

/** Makes purchases, then waits until all events are posted, so that their cost is not counted with the next run. */
async function buyAndCountCosts(benchShop: BenchShop, buyers: readonly Person[]): Promise<PurchaseFigures> {
  const { shop, sizes } = benchShop;
  const before = await readProcessorTime(shop);
  const bought = await buyConcurrently(benchShop, buyers);
  await waitUntilAllPosted(shop);
  const after = await readProcessorTime(shop);
  const perOrder = (key: keyof typeof after): number => (after[key] - before[key]) / sizes.wholePurchases;
  return {
    ...bought,
    backend: perOrder('backend'),
    bot: perOrder('bot'),
    database: perOrder('database'),
  };
}

/**
 * Lets all buyers buy at the same time, each one product after another, until the planned number of purchases is made.
 */
async function buyConcurrently(
  benchShop: BenchShop,
  buyers: readonly Person[],
): Promise<{ rate: number; shownMs: number }> {
  const { wholePurchases } = benchShop.sizes;
  const free = [...buyers];
  const shown: number[] = [];
  const [firstBuyer] = buyers;
  if (!firstBuyer) throw new Error('nobody buys');
  const items = [{ id: (await productNamed(firstBuyer, '10M Coins')).id, quantity: 1 }];
  const startedAt = performance.now();
  await runConcurrently(wholePurchases, buyers.length, async () => {
    const person = free.pop();
    if (!person) throw new Error('more purchases at a time than buyers');
    shown.push(await buyWithPage(benchShop, person, items));
    free.push(person);
  });
  return {
    rate: (wholePurchases * 1_000) / (performance.now() - startedAt),
    shownMs: computeQuantile(shown, 0.5),
  };
}

async function waitUntilAllPosted({ database }: WholeShop): Promise<void> {
  const isPosted = async (): Promise<boolean> => {
    const { rows } = await database.query(
      `SELECT 1 FROM outbox_events WHERE published_at IS NULL
        UNION ALL SELECT 1 FROM posts WHERE state IN ('pending', 'claimed') LIMIT 1`,
    );
    return rows.length === 0;
  };
  await until(isPosted, { deadlineMs: 120_000, everyMs: 50, what: 'all events posted' });
}
