import type { Row } from './row.js';
import { panelDelivery } from './rows/panel-delivery.js';
import { broadcast } from './rows/broadcast.js';
import { longLists } from './rows/long-lists.js';
import { productList } from './rows/product-list.js';
import { purchase, rush } from './rows/purchase.js';
import { quoting } from './rows/quoting.js';
import { shopStart } from './rows/shop-start.js';
import { wholePurchase } from './rows/whole-purchase.js';
import { runRow, type Result } from './run-row.js';
import type { Sizes } from './sizes.js';
import { startBenchShop, type BenchShop } from './bench-shop.js';

/**
 * All rows in the order in which they are measured: first the one that starts its own shops, last the one that fills
 * the shop.
 */
export const ROWS: readonly Row[] = [
  shopStart,
  productList,
  quoting,
  purchase,
  rush,
  wholePurchase,
  panelDelivery,
  broadcast,
  longLists,
];

export interface BenchOptions {
  readonly rows: readonly Row[];
  readonly pairs: number;
  readonly sizes: Sizes;
  /** Called with lines about the progress of the bench. */
  readonly onProgress: (name: string, text: string) => void;
  /** Called once the shop's processes run, since they would inherit settings made earlier. */
  readonly onStarted?: () => Promise<unknown>;
}

export interface BenchResult {
  readonly results: readonly Result[];
  /** Notes printed below the table of results. */
  readonly notes: readonly string[];
}

/** Measures rows one after another; rows that need a running shop share one. */
export async function runBench(options: BenchOptions): Promise<BenchResult> {
  const { rows, pairs, sizes, onProgress, onStarted } = options;
  const results: Result[] = [];
  const notes: string[] = [];
  let opened: Promise<BenchShop> | undefined;
  const openBenchShop = async (): Promise<BenchShop> => {
    const benchShop = await startBenchShop(sizes);
    await onStarted?.();
    return benchShop;
  };
  const benchShop = (): Promise<BenchShop> => (opened ??= openBenchShop());
  try {
    for (const row of rows) {
      onProgress(row.name, 'preparing');
      const comparison = await row.open(benchShop);
      try {
        results.push(
          ...(await runRow(row, comparison, pairs, (pair) => onProgress(row.name, `${pair} of ${pairs}`))),
        );
        const note = comparison.note?.();
        if (note !== undefined) notes.push(note);
      } finally {
        await comparison.close();
      }
    }
  } finally {
    await (await opened)?.stop();
  }
  return { results, notes };
}
