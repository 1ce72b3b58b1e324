import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../platform/database/sql.js';
import type { Settings } from '../settings.js';
import { runTransaction, type Tx } from '../platform/database/transaction.js';
import { SeedClock } from './seed-clock.js';
import { seedAccounts } from './seed-accounts.js';
import { seedOrders } from './seed-orders.js';
import { seedProducts } from './seed-products.js';

const emptyRow = z.object({ empty: z.boolean() });

/** Adds the demo content to an empty shop. A shop that has products or accounts is not changed. */
export async function seedShop(database: DataSource, settings: Settings): Promise<void> {
  const { result: isFirst } = await runTransaction(database, async (tx) => {
    await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('seed'))");
    if (!(await isShopEmpty(tx))) return false;
    await seedProducts(tx);
    await seedAccounts(tx, settings);
    return true;
  });
  if (isFirst) await seedOrders(database, settings, new SeedClock());
}

async function isShopEmpty(tx: Tx): Promise<boolean> {
  const rows = await sql(tx).rows(
    emptyRow,
    'SELECT NOT EXISTS (SELECT 1 FROM products) AND NOT EXISTS (SELECT 1 FROM users) AS empty',
  );
  return rows[0]?.empty === true;
}
