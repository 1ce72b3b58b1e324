import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';
import { assertMigrationsMatch, recordMigrations, takeOver } from './migration-record.js';
import { FIRST_SET, MIGRATIONS } from './migrations/index.js';
import { FairPool, socketWithIdleTimeout } from './fair-pool.js';
import { PreparedStatementClient } from './prepared-statement-client.js';
import { ensureRuntimeRole } from './runtime-role.js';

// Parses bigint as number, since the contracts bound every bigint of the shop far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type EntityClass = new () => object;

/** Connections of a process: few, because two cores serve only a few transactions at once. */
export const POOL_SIZE = 12;
/** Postgres cancels a statement after this long, ms. */
const STATEMENT_MS = 5_000;
/** A wait for a lock ends before its statement, ms, so that it is known as one: Postgres is at fault, not the statement. */
const LOCK_MS = 4_000;
/** The pool closes an idle connection after this long, ms. */
const IDLE_MS = 5_000;
/** A connection silent for longer than any statement may take is dead, ms. */
const READ_TIMEOUT_MS = 6_500;
/** The longest a call waits for a free connection before it fails with UNAVAILABLE, ms. */
const POOL_WAIT_MS = 3_000;

/** Planner cost for SSDs and memory: with Postgres' default of 4, a search of a small table reads all of it. */
const RANDOM_PAGE_COST = 1.1;

/** Connection options; time limits make a hanging Postgres cost seconds. */
export function dataSourceOptions(url: string, entities: (EntityClass | EntitySchema)[]): DataSourceOptions {
  return {
    type: 'postgres',
    // Left to itself, TypeORM loads it by name, which finds nothing where all is one bundle.
    driver: { ...pg, Pool: FairPool },
    url,
    entities,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    synchronize: false,
    poolSize: POOL_SIZE,
    connectTimeoutMS: POOL_WAIT_MS,
    extra: {
      statement_timeout: STATEMENT_MS,
      lock_timeout: LOCK_MS,
      idle_in_transaction_session_timeout: 20_000,
      options: `-c random_page_cost=${RANDOM_PAGE_COST}`,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      Client: PreparedStatementClient,
      pipeline: true,
      stream: () => socketWithIdleTimeout(READ_TIMEOUT_MS),
    },
  };
}

/** URLs of the role that owns the tables and of the runtime's role. */
export interface DatabaseRoles {
  migrationDatabaseUrl: string;
  databaseUrl: string;
  /** Words the refusals for an operator of real data. */
  isProduction?: boolean;
}

/**
 * Migrates the schema and grants the runtime's role its rights; idempotent, and safe in several processes at once. Has
 * no time limits, since rebuilding a table may take long.
 */
export async function migrate({
  migrationDatabaseUrl,
  databaseUrl,
  isProduction = false,
}: DatabaseRoles): Promise<void> {
  const options = { ...dataSourceOptions(migrationDatabaseUrl, []), extra: { keepAlive: true } };
  const database = await new DataSource(options).initialize();
  try {
    const runner = database.createQueryRunner();
    await runner.query("SELECT pg_advisory_lock(hashtext('migrations'))");
    try {
      await takeOver(runner, FIRST_SET);
      await assertMigrationsMatch(runner, MIGRATIONS, isProduction);
      await database.runMigrations();
      await recordMigrations(runner, MIGRATIONS);
      await ensureRuntimeRole(runner, databaseUrl);
    } finally {
      await runner.query("SELECT pg_advisory_unlock(hashtext('migrations'))");
      await runner.release();
    }
  } finally {
    await database.destroy();
  }
}
