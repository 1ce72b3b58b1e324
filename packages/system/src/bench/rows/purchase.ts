import pg from 'pg';
import { buyAll } from '../load/buy-all.js';
import { fillPool, registerCustomers } from '../load/prepare-purchases.js';
import { minimalPurchase } from '../load/minimal-purchase.js';
import { PaidNotices } from '../load/paid-notices.js';
import { runConcurrently } from '../load/concurrency.js';
import type { Row } from '../row.js';
import { FULL } from '../sizes.js';

/** Bench row: from the quote to the paid order, with placing, the provider's webhook, and settling. */
const purchaseRow = (name: string, title: string, concurrency: number): Row => ({
  name,
  title,
  how:
    concurrency === 1
      ? `purchases of the same goods, one after the other, after ${FULL.warmUps * FULL.buyers} to warm up: placed over HTTP, ` +
        "settled by the provider's signed messages; floor: `BEGIN`, guarded stock update, order, outbox, `COMMIT`"
      : `purchases and floor of "Placing and settling", ${concurrency} at a time`,
  metrics: [
    { key: 'rate', title: 'purchases', unit: '/s', atLeast: 0.05 },
    { key: 'placeMs', title: '… placing, per purchase', unit: 'ms' },
    { key: 'settleMs', title: '… settling, per purchase', unit: 'ms' },
  ],
  async open(open) {
    const benchShop = await open();
    const { shop, stripe, sizes } = benchShop;
    const buyers = await registerCustomers(shop, sizes.buyers);
    await fillPool(benchShop);
    const floorPool = new pg.Pool({ connectionString: benchShop.databaseUrl, max: concurrency });
    const notices = concurrency === 1 ? await PaidNotices.open(benchShop.databaseUrl) : undefined;
    const sides = {
      shop: () => buyAll(benchShop, buyers, concurrency, notices),
      floor: async () => {
        const startedAt = performance.now();
        await runConcurrently(sizes.transactions, concurrency, () => minimalPurchase(floorPool));
        return { rate: (sizes.transactions * 1_000) / (performance.now() - startedAt) };
      },
    };
    // The first purchases are not measured, since a new process first compiles its code.
    for (let index = 0; index < sizes.warmUps; index += 1) {
      await sides.shop();
      await sides.floor();
    }
    return {
      ...sides,
      note: () =>
        `${title}: Stripe's own time, ${stripe.ownMsPerCall.toFixed(2)} ms per call, is the bench's, not the shop's.`,
      close: async () => {
        await notices?.close();
        await floorPool.end();
      },
    };
  },
});

export const purchase = purchaseRow('purchase', 'Placing and settling', 1);
export const rush = purchaseRow('rush', 'Placing and settling, 8 at a time', 8);
