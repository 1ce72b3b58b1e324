import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema } from 'typeorm';
import { assertMigrationsMatch, recordMigrations, takeOverFormerDatabase } from './migration-record.js';
import { FIRST_SET, MIGRATIONS } from './migrations/index.js';
import { FairPool, socketWithIdleTimeout } from './fair-pool.js';
import { ensureRuntimeRole } from './runtime-role.js';
import { sql, type Database } from './sql.js';

// Parses bigint as number, because the contracts keep every bigint of the shop far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

type EntityClass = new () => object;

/**
 * Number of database connections per process: few, because two processor cores serve only a few transactions at
 * once.
 */
export const POOL_SIZE = 12;
/** Time after which Postgres cancels a statement, ms. */
const STATEMENT_MS = 5_000;
/**
 * Time limit of a wait for a lock, ms; shorter than a statement's, so that a lock timeout is not reported as a slow
 * statement.
 */
const LOCK_MS = 4_000;
/** Time after which the pool closes an idle connection, ms. */
const IDLE_MS = 5_000;
/** Time without data after which a connection counts as dead, ms; longer than any statement. */
const READ_TIMEOUT_MS = 6_500;
/** Time that a call waits for a free connection before it fails with UNAVAILABLE, ms. */
const POOL_WAIT_MS = 3_000;

/**
 * Planner cost of a random read, for SSDs. With Postgres' default of 4, a search in a small table reads the whole
 * table.
 */
const RANDOM_PAGE_COST = 1.1;

/** TypeORM's connection options, with time limits so that a hanging Postgres delays calls by seconds only. */
export function buildDataSourceOptions(
  url: string,
  entities: (EntityClass | EntitySchema)[],
): DataSourceOptions {
  return {
    type: 'postgres',
    // Passes the driver to TypeORM, which would otherwise load it by name; that fails in a bundled program.
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
      stream: () => socketWithIdleTimeout(READ_TIMEOUT_MS),
    },
  };
}

/** Connection URLs of the role that owns the tables and of the role that the backend runs as. */
export interface DatabaseRoles {
  migrationDatabaseUrl: string;
  databaseUrl: string;
  /** True to word error messages for an operator of real data. */
  isProduction?: boolean;
}

/**
 * Migrates the schema and grants rights to the runtime role. Safe to repeat and to run in several processes at
 * once; without time limits, because rebuilding a table may take long.
 */
export async function migrateDatabase({
  migrationDatabaseUrl,
  databaseUrl,
  isProduction = false,
}: DatabaseRoles): Promise<void> {
  const options = { ...buildDataSourceOptions(migrationDatabaseUrl, []), extra: { keepAlive: true } };
  const database = await new DataSource(options).initialize();
  try {
    const runner = database.createQueryRunner();
    await runner.query("SELECT pg_advisory_lock(hashtext('migrations'))");
    try {
      await takeOverFormerDatabase(runner, FIRST_SET);
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

/**
 * Runs work on a database connection of its own, for statements that take longer than the pool allows.
 * @param statementMs time limit of one statement, ms
 */
export async function withDedicatedConnection(
  url: string,
  statementMs: number,
  work: (connection: Database) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 5_000,
  });
  // Ignores the event, because the running statement fails when the connection ends.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(sql({ query: async (text, values) => (await client.query(text, values)).rows }));
  } finally {
    await client.end();
  }
}
