import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';
import { MIGRATIONS } from './migrations/index.js';
import { PreparingClient } from './preparing-client.js';
import { ensureRuntimeRole } from './runtime-role.js';
import { socketWithIdleTimeout } from './idle-timeout.js';

// Counts and cents come as numbers: every bigint of the shop is bounded far below 2^53 by the contracts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type EntityClass = new () => object;

/** A statement that takes longer is ended by Postgres, ms. */
const STATEMENT_MS = 5_000;
/** An idle connection is given back after this long, ms. */
const IDLE_MS = 5_000;
/** A connection that is silent for longer than any statement may take is dead, ms. */
const READ_TIMEOUT_MS = 6_500;
/** The longest a call waits for a free connection before it is told to come back, ms. */
const POOL_WAIT_MS = 3_000;

/**
 * Connection options; the pool is small because two cores serve no more than a few transactions at once. Everything
 * has its limit, so that a Postgres that hangs costs seconds and heals by itself.
 */
export function dataSourceOptions(url: string, entities: (EntityClass | EntitySchema)[]): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize: 12,
    connectTimeoutMS: POOL_WAIT_MS,
    extra: {
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: 20_000,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      Client: PreparingClient,
      pipeline: true,
      stream: () => socketWithIdleTimeout(READ_TIMEOUT_MS),
    },
  };
}

/** Who may alter the tables, and who serves people with them. */
export interface DatabaseRoles {
  migrationDatabaseUrl: string;
  databaseUrl: string;
}

/**
 * Brings the schema to the newest version and gives the runtime's role its rights; safe to run again, and by several processes at once. Takes as long as it
 * takes: what serves people is limited, what rebuilds a table is not.
 */
export async function migrate({ migrationDatabaseUrl, databaseUrl }: DatabaseRoles): Promise<void> {
  const options = { ...dataSourceOptions(migrationDatabaseUrl, []), extra: { keepAlive: true } };
  const database = await new DataSource(options).initialize();
  try {
    const runner = database.createQueryRunner();
    await runner.query("SELECT pg_advisory_lock(hashtext('migrations'))");
    try {
      await database.runMigrations();
      await ensureRuntimeRole(runner, databaseUrl);
    } finally {
      await runner.query("SELECT pg_advisory_unlock(hashtext('migrations'))");
      await runner.release();
    }
  } finally {
    await database.destroy();
  }
}
