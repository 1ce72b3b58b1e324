import { adminCoinStockAnswer } from '@pax/contracts';
import type { BenchShop } from '../bench-shop.js';

/** Number of coins, more than all runs together sell. */
const POOL = 4_000_000_000_000;

/** Fills the coin pool, so that no run of the bench sells out. */
export async function fillPool({ admin }: BenchShop): Promise<void> {
  const { version } = await admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
  const body = { coinStock: POOL, version };
  await admin.send('PUT', '/api/admin/coin-stock', body, adminCoinStockAnswer);
}
