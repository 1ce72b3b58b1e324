import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../src/infra/database/data-source.js';
import { recordMigrations } from '../src/infra/database/migration-record.js';
import { MIGRATIONS } from '../src/infra/database/migrations/index.js';
import { ensureRuntimeRole } from '../src/infra/database/runtime-role.js';
import { adminUrl } from './settings.js';

/** Role of the app in specs, with rights over rows only, as in production. */
const RUNTIME = { username: 'pax_spec_runtime', password: 'spec' };

export interface TestDatabase {
  /** URL of the owner, for a spec's own statements. */
  url: string;
  /** URL of the runtime's role. */
  runtimeUrl: string;
  drop(): Promise<void>;
}

/** A database of its own for a spec, cloned from a template that is migrated once per version of the schema. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = `pax_template_${schemaHash()}`;
  const name = `pax_spec_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (client) => {
    // Locks, so that one of several jest workers builds the template while the others wait.
    await client.query("SELECT pg_advisory_lock(hashtext('pax-template'))");
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) {
      const draft = `${template}_${process.pid}`;
      await client.query(`DROP DATABASE IF EXISTS "${draft}"`);
      await client.query(`CREATE DATABASE "${draft}"`);
      await migrate({ migrationDatabaseUrl: urlOf(draft), databaseUrl: asRuntime(urlOf(draft)) });
      await client.query(`ALTER DATABASE "${draft}" RENAME TO "${template}"`);
    }
    // Half the processor time of the default strategy, which logs each page.
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  });
  return {
    url: urlOf(name),
    runtimeUrl: asRuntime(urlOf(name)),
    drop: () => asAdmin(async (client) => void (await client.query(`DROP DATABASE "${name}" WITH (FORCE)`))),
  };
}

/** The same database for the runtime's role. */
export function asRuntime(databaseUrl: string): string {
  return Object.assign(new URL(databaseUrl), RUNTIME).href;
}

async function asAdmin(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(name: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function schemaHash(): string {
  const text = [...MIGRATIONS, ensureRuntimeRole, recordMigrations].map((part) => part.toString()).join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
