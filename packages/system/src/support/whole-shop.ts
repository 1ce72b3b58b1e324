import {
  createDatabase,
  findFreePort,
  readSettings,
  seedShop,
  silentReporter,
  Supervisor,
  type ShopOverview,
} from '@pax/local';
import { discordWorld } from '@pax/stand-ins';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { settings } from '../settings.js';
import { readDatabaseUrl, readPid, type Part } from './run-record.js';

/** A shop of real processes, as `npm start` runs them: database, Redis, stand-ins, backend and bot. */
export interface WholeShop extends ShopOverview {
  /** Connection pool to the shop's tables. */
  readonly database: pg.Pool;
  readonly channels: typeof discordWorld.channels;
  /** Kills a part of the shop as a power cut would (its supervisor restarts it), or suspends and resumes it. */
  signal(part: Part, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Restarts a part of the shop; `once` are settings for that start only. */
  restart(part: 'backend' | 'bot', once?: Record<string, string>): Promise<void>;
  /** Adds years of content, as `npm run seed -- --large` does. */
  seedLarge(orders?: number): Promise<void>;
  /** Stops all processes, and deletes the data. */
  stop(): Promise<void>;
}

/**
 * Starts a seeded shop on free ports and waits until a purchase works. Rate limits are off, since all buyers share one
 * address.
 * @param environment settings that override the defaults; a given database or data folder is kept
 */
export async function startWholeShop(environment: Record<string, string> = {}): Promise<WholeShop> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'pax-whole-')));
  const database = 'DATABASE_URL' in environment ? undefined : await createOwnDatabase();
  const sandbox = readSettings({
    PATH: settings.searchPath,
    HOME: settings.home,
    PORT: String(await findFreePort()),
    SANDBOX_PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: database?.runtimeUrl,
    MIGRATION_DATABASE_URL: database?.url,
    RATE_LIMIT_FACTOR: '1000',
    NEW_ACCOUNT_HOLD_PERCENT: '100',
    ADDRESS_HOLD_PERCENT: '100',
    HOLD_PERCENT: '100',
    ADDRESS_HOLD_PERCENT_ALL: '100',
    UNDO_SECONDS: '0',
    LOG_LEVEL: 'warn',
    ...environment,
  });
  const supervisor = new Supervisor(sandbox, silentReporter);
  const overview = await supervisor.start();
  const pool = new pg.Pool({ connectionString: readDatabaseUrl(dataDir), max: 4 });
  // Errors of idle connections are ignored, since a lost one must not fail a spec.
  pool.on('error', () => undefined);
  return {
    ...overview,
    database: pool,
    channels: discordWorld.channels,
    signal: (part, signal) => {
      process.kill(readPid(dataDir, part), signal);
    },
    restart: async (part, once) => await supervisor.restart(part, once),
    seedLarge: async (orders) => {
      const code = await seedShop([orders === undefined ? '--large' : `--large=${orders}`], sandbox);
      if (code !== 0) throw new Error('the large content was not put in');
    },
    stop: async () => {
      const dead = await readDeadLetters(pool);
      await pool.end();
      await supervisor.stop();
      await database?.drop();
      if (environment.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
      if (dead.length > 0) throw new Error(`events that could not be relayed:\n${dead.join('\n')}`);
    },
  };
}

/** Reads the details of alerts about events that could not be relayed; empty if a spec stopped PostgreSQL. */
async function readDeadLetters(pool: pg.Pool): Promise<string[]> {
  const text = `SELECT data->>'detail' AS detail FROM outbox_events
                 WHERE type = 'alert.raised' AND data->>'kind' = 'dead-letter'`;
  const found = await pool.query<{ detail: string }>(text).catch(() => ({ rows: [] }));
  return found.rows.map(({ detail }) => detail);
}

/** Creates a database for the shop on the test run's server; undefined without such a server. */
async function createOwnDatabase(): Promise<
  { url: string; runtimeUrl: string; drop(): Promise<void> } | undefined
> {
  const { postgresUrl } = settings;
  if (postgresUrl === undefined) return undefined;
  const name = `whole_${randomBytes(6).toString('hex')}`;
  await createDatabase(postgresUrl, name);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  // The shop gets a separate role, as in production, which the migration creates.
  const runtime = Object.assign(new URL(url), { username: name, password: name });
  return {
    url: url.href,
    runtimeUrl: runtime.href,
    drop: async () => {
      const client = new pg.Client({ connectionString: postgresUrl });
      await client.connect();
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`DROP ROLE IF EXISTS ${name}`);
      await client.end();
    },
  };
}
