import { adminCoinStockAnswer } from '@pax/contracts';
import type { BenchShop } from '../bench-shop.js';
import type { Person } from '../../support/person.js';
import { newCustomer } from '../../support/sign-in.js';
import type { WholeShop } from '../../support/whole-shop.js';
import { runConcurrently } from './concurrency.js';

/** Number of coins, more than all runs together sell. */
const POOL = 4_000_000_000_000;

/** Fills the coin pool, so that no run of the bench sells out. */
export async function fillPool({ admin }: BenchShop): Promise<void> {
  const { version } = await admin.get('/api/admin/coin-stock', adminCoinStockAnswer);
  const body = { coinStock: POOL, version };
  await admin.send('PUT', '/api/admin/coin-stock', body, adminCoinStockAnswer);
}

const CONCURRENT_SIGN_UPS = 8;

/** Registers `count` new customers. */
export async function registerCustomers(shop: WholeShop, count: number): Promise<Person[]> {
  const customers: Person[] = [];
  await runConcurrently(count, CONCURRENT_SIGN_UPS, async () => {
    customers.push(await newCustomer(shop));
  });
  return customers;
}
