import type { DataSource } from 'typeorm';
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrateDatabase } from '../src/platform/database/data-source.js';
import { recordMigrations } from '../src/platform/database/migration-record.js';
import { MIGRATIONS } from '../src/platform/database/migrations/index.js';
import { ensureRuntimeRole } from '../src/platform/database/runtime-role.js';
import { postgresUrl } from './settings.js';

/** Role of the app in specs; it may only change rows, as in production. */
const RUNTIME = { username: 'pax_spec_runtime', password: 'spec' };

export interface TestDatabase {
  /** URL of the owner, for a spec's own statements. */
  url: string;
  /** URL for the role of the app. */
  runtimeUrl: string;
  /** Note that the creation of the rows left with the database. */
  note: string | undefined;
  drop(): Promise<void>;
}

/** Rows with which a database begins, created once per run by calls of the shop. */
export interface Past {
  name: string;
  /** Creates the rows in an empty database of the newest schema. @returns a note for shops that continue with them */
  make(databaseUrl: string): Promise<string>;
}

/** Creates a database for one spec from a template that is built once per run. */
export async function createTestDatabase(past?: Past): Promise<TestDatabase> {
  const name = `pax_spec_${randomBytes(6).toString('hex')}`;
  const note = await asAdmin(async (client) => {
    // The lock makes one of several Jest workers build a template while the others wait.
    await client.query("SELECT pg_advisory_lock(hashtext('pax-template'))");
    const template = await ensureTemplate(client, past);
    // FILE_COPY takes half the processor time of the default strategy, which logs each page.
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
    return await readNote(client, template);
  });
  return {
    url: databaseUrlOf(name),
    runtimeUrl: asRuntime(databaseUrlOf(name)),
    note,
    drop: () => asAdmin(async (client) => void (await client.query(`DROP DATABASE "${name}" WITH (FORCE)`))),
  };
}

async function ensureTemplate(client: pg.Client, past?: Past): Promise<string> {
  const migrated = `pax_template_${schemaHash()}`;
  await makeUnlessExists(client, migrated, async (draft) => {
    await client.query(`CREATE DATABASE "${draft}"`);
    await migrateDatabase({
      migrationDatabaseUrl: databaseUrlOf(draft),
      databaseUrl: asRuntime(databaseUrlOf(draft)),
    });
  });
  if (past === undefined) return migrated;
  const lived = `${migrated}_${past.name}`;
  await makeUnlessExists(client, lived, async (draft) => {
    await client.query(`CREATE DATABASE "${draft}" TEMPLATE "${migrated}"`);
    const note = await past.make(databaseUrlOf(draft));
    await client.query(`COMMENT ON DATABASE "${draft}" IS ${client.escapeLiteral(note)}`);
  });
  return lived;
}

/** Builds a template under a temporary name, so that an interrupted one is never used. */
async function makeUnlessExists(client: pg.Client, template: string, make: (draft: string) => Promise<void>) {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount !== 0) return;
  const draft = `${template}_${process.pid}`;
  await client.query(`DROP DATABASE IF EXISTS "${draft}"`);
  await make(draft);
  await client.query(`ALTER DATABASE "${draft}" RENAME TO "${template}"`);
}

async function readNote(client: pg.Client, database: string): Promise<string | undefined> {
  const { rows } = await client.query<{ note: string | null }>(
    "SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = $1",
    [database],
  );
  return rows[0]?.note ?? undefined;
}

/** The URL of a database for the role of the app. */
export function asRuntime(databaseUrl: string): string {
  return Object.assign(new URL(databaseUrl), RUNTIME).href;
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgresUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrlOf(name: string): string {
  const url = new URL(postgresUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function schemaHash(): string {
  const text = [...MIGRATIONS, ensureRuntimeRole, recordMigrations].map((part) => part.toString()).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Reads the column `value` of the first row of a query. */
export async function readValue<T>(
  { database }: { database: DataSource },
  query: string,
  parameters: unknown[],
): Promise<T | undefined> {
  const [row]: { value: T }[] = await database.query(query, parameters);
  return row?.value;
}
