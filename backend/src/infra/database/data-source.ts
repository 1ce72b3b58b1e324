import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';
import { Accounts1700000000001 } from './migrations/1-accounts.js';
import { Ledger1700000000002 } from './migrations/2-ledger.js';
import { Catalog1700000000003 } from './migrations/3-catalog.js';
import { Purchases1700000000004 } from './migrations/4-purchases.js';
import { Events1700000000005 } from './migrations/5-events.js';

// Counts and cents come as numbers: every bigint of the shop is bounded far below 2^53 by the contracts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type EntityClass = new () => object;

/** Connection options; the pool is small because two cores serve no more than a few transactions at once. */
export function dataSourceOptions(url: string, entities: (EntityClass | EntitySchema)[]): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: [
      Accounts1700000000001,
      Ledger1700000000002,
      Catalog1700000000003,
      Purchases1700000000004,
      Events1700000000005,
    ],
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize: 12,
    connectTimeoutMS: 3_000,
    extra: { statement_timeout: 15_000, idle_in_transaction_session_timeout: 20_000, keepAlive: true },
  };
}

/** Brings the schema to the newest version; safe to run again, and by several processes at once. */
export async function migrate(url: string): Promise<void> {
  const database = await new DataSource(dataSourceOptions(url, [])).initialize();
  try {
    const runner = database.createQueryRunner();
    await runner.query("SELECT pg_advisory_lock(hashtext('migrations'))");
    try {
      await database.runMigrations();
    } finally {
      await runner.query("SELECT pg_advisory_unlock(hashtext('migrations'))");
      await runner.release();
    }
  } finally {
    await database.destroy();
  }
}
