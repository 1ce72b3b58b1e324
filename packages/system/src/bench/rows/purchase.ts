import pg from 'pg';
import { buyAll } from '../load/buy-all.js';
import { fillPool } from '../load/fill-pool.js';
import { minimalPurchase } from '../load/minimal-purchase.js';
import { PaidNotices } from '../load/paid-notices.js';
import { runConcurrently } from '../load/concurrency.js';
import { newCustomers } from '../load/new-customers.js';
import type { Row } from '../row.js';
import { FULL } from '../sizes.js';

/** From the quote to the paid order: placing, the provider's message, settling. */
const purchases = (name: string, title: string, atOnce: number): Row => ({
  name,
  title,
  how:
    atOnce === 1
      ? `purchases of the same goods, one after the other, after ${FULL.warmUps * FULL.buyers} to warm up: placed over HTTP, ` +
        "settled by the provider's signed messages; floor: `BEGIN`, guarded stock update, order, outbox, `COMMIT`"
      : `purchases and floor of "Placing and settling", ${atOnce} at a time`,
  metrics: [
    { key: 'rate', title: 'purchases', unit: '/s', atLeast: 0.05 },
    { key: 'placeMs', title: '… placing, per purchase', unit: 'ms' },
    { key: 'settleMs', title: '… settling, per purchase', unit: 'ms' },
  ],
  async open(open) {
    const benchShop = await open();
    const { shop, stripe, sizes } = benchShop;
    const buyers = await newCustomers(shop, sizes.buyers);
    await fillPool(benchShop);
    const floorPool = new pg.Pool({ connectionString: benchShop.databaseUrl, max: atOnce });
    const notices = atOnce === 1 ? await PaidNotices.open(benchShop.databaseUrl) : undefined;
    const sides = {
      shop: () => buyAll(benchShop, buyers, atOnce, notices),
      floor: async () => {
        const startedAt = performance.now();
        await runConcurrently(sizes.transactions, atOnce, () => minimalPurchase(floorPool));
        return { rate: (sizes.transactions * 1_000) / (performance.now() - startedAt) };
      },
    };
    // The first purchases of a process belong to its compiler, which a shop that is open for days has long behind it.
    for (let index = 0; index < sizes.warmUps; index += 1) {
      await sides.shop();
      await sides.floor();
    }
    return {
      ...sides,
      note: () =>
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
