import type { DataSource } from 'typeorm';
import type { Settings } from '../settings.js';
import { runTransaction, type Tx } from '../infra/database/transaction.js';
import { SeedClock } from './seed-clock.js';
import { seedAccounts } from './seed-accounts.js';
import { seedOrders } from './seed-orders.js';
import { seedProducts } from './seed-products.js';

/** Puts the demo content into an empty shop; a shop that has products or accounts is left alone. */
export async function seed(database: DataSource, settings: Settings): Promise<void> {
  const { result: isFirst } = await runTransaction(database, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtext('seed'))");
    if (!(await isEmpty(tx))) return false;
    await seedProducts(tx);
    await seedAccounts(tx, settings);
    return true;
  });
  if (isFirst) await seedOrders(database, settings, new SeedClock());
}

async function isEmpty(tx: Tx): Promise<boolean> {
  const rows: { empty: boolean }[] = await tx.query(
    'SELECT NOT EXISTS (SELECT 1 FROM products) AND NOT EXISTS (SELECT 1 FROM users) AS empty',
  );
  return rows[0]?.empty === true;
}
