import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../src/platform/database/data-source.js';
import { recordMigrations } from '../src/platform/database/migration-record.js';
import { MIGRATIONS } from '../src/platform/database/migrations/index.js';
import { ensureRuntimeRole } from '../src/platform/database/runtime-role.js';
import { postgresUrl } from './settings.js';

/** Role of the app in specs, with rights over rows only, as in production. */
const RUNTIME = { username: 'pax_spec_runtime', password: 'spec' };

export interface TestDatabase {
  /** URL of the owner, for a spec's own statements. */
  url: string;
  /** URL of the runtime's role. */
  runtimeUrl: string;
  /** State that the database's earlier use left. */
  note: string | undefined;
  drop(): Promise<void>;
}

/** Rows that a database begins with, made once per run by calls of the shop. */
export interface Past {
  name: string;
  /** Makes them in an empty database of the newest schema. @returns what else a shop needs that goes on with them */
  make(databaseUrl: string): Promise<string>;
}

/** A database of its own for a spec, cloned from a template that is made once per run. */
export async function createTestDatabase(past?: Past): Promise<TestDatabase> {
  const name = `pax_spec_${randomBytes(6).toString('hex')}`;
  const note = await asAdmin(async (client) => {
    // Locks, so that one of several jest workers makes a template while the others wait.
    await client.query("SELECT pg_advisory_lock(hashtext('pax-template'))");
    const template = await ensureTemplate(client, past);
    // Half the processor time of the default strategy, which logs each page.
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
    await migrate({
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

/** Makes a template under another name, so that one that was cut off is not taken for whole. */
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

/** The same database for the runtime's role. */
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
