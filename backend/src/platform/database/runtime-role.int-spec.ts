import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { postgresUrl } from '../../../test/settings.js';
import { seedLarge } from '../../seed/large/seed-large.js';
import { migrateDatabase } from './data-source.js';

const NOT_ALLOWED = '42501';

/** An address for another role or database of the server. */
function addressOf(parts: { username?: string; password?: string; pathname?: string }): string {
  return Object.assign(new URL(postgresUrl()), parts).href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The SQLSTATE with which a statement is refused, or that it was taken. */
const outcome = (client: pg.Client, statement: string): Promise<string> =>
  client.query(statement).then(
    () => 'taken',
    (error: unknown) => (error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)),
  );

describe('the role of the runtime (OWN-426)', () => {
  const suffix = randomBytes(6).toString('hex');
  const [name, owner, role] = [`roles_${suffix}`, `owner_${suffix}`, `runtime_${suffix}`];
  const pathname = `/${name}`;
  const ownerUrl = addressOf({ username: owner, password: 'owner', pathname });
  const runtimeUrl = addressOf({ username: role, password: "it's%20100%25", pathname });
  const asAdmin = (statement: string) => withClient(postgresUrl(), (client) => client.query(statement));
  let runtime: pg.Client;
  let tables: string[];

  beforeAll(async () => {
    await asAdmin(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'owner'`);
    await asAdmin(`CREATE DATABASE ${name} OWNER ${owner}`);
    await migrateDatabase({ migrationDatabaseUrl: ownerUrl, databaseUrl: runtimeUrl });
    runtime = new pg.Client({ connectionString: runtimeUrl });
    await runtime.connect();
    const found = await withClient(ownerUrl, (client) =>
      client.query<{ name: string }>(
        `SELECT quote_ident(relname) AS name FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
      ),
    );
    tables = found.rows.map((row) => row.name);
  });
  afterEach(() => runtime.query('ROLLBACK'));
  afterAll(async () => {
    await runtime.end();
    await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
    await asAdmin(`DROP ROLE IF EXISTS ${role}`);
    await asAdmin(`DROP ROLE ${owner}`);
  });

  it.each([
    ['altered', (table: string) => `ALTER TABLE ${table} ADD COLUMN more int`],
    ['renamed', (table: string) => `ALTER TABLE ${table} RENAME TO other`],
    ['dropped', (table: string) => `DROP TABLE ${table} CASCADE`],
    ['emptied', (table: string) => `TRUNCATE ${table} CASCADE`],
    ['given an index', (table: string) => `CREATE INDEX ON ${table} ((1))`],
    [
      'given a trigger',
      (table: string) => `CREATE TRIGGER x BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse_change()`,
    ],
    ['freed of its triggers', (table: string) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`],
    ['given away', (table: string) => `ALTER TABLE ${table} OWNER TO ${role}`],
  ])('no table is %s by it', async (_, statement) => {
    expect(tables.length).toBeGreaterThan(20);
    const taken = [];
    for (const table of tables) {
      const code = await outcome(runtime, statement(table));
      if (code !== NOT_ALLOWED) taken.push([table, code]);
    }
    expect(taken).toEqual([]);
  });

  it.each([
    'CREATE TABLE own (id int)',
    'CREATE TEMPORARY TABLE own (id int)',
    'CREATE SCHEMA own',
    'DROP SCHEMA public CASCADE',
    'CREATE VIEW own AS SELECT 1',
    'CREATE SEQUENCE own',
    "CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'DROP FUNCTION refuse_change CASCADE',
    'DROP SEQUENCE ledger_lines_id_seq CASCADE',
    "SELECT setval('ledger_lines_id_seq', 1)",
    `ALTER DATABASE ${name} SET statement_timeout = 0`,
    `DROP DATABASE ${name}`,
    'CREATE DATABASE other',
    'CREATE ROLE other',
    `ALTER ROLE ${role} SUPERUSER`,
    `GRANT ${owner} TO ${role}`,
    `SET ROLE ${owner}`,
    'SET session_replication_role = replica',
    "COPY (SELECT 1) TO PROGRAM 'true'",
    'SELECT * FROM migrations',
    'DELETE FROM migrations',
  ])('refuses it: %s', async (statement) => {
    expect(await outcome(runtime, statement)).toBe(NOT_ALLOWED);
  });

  it('may insert into append-only tables, and change nothing in them', async () => {
    await runtime.query('BEGIN');
    await runtime.query(
      `INSERT INTO ledger_journal (idempotency_key, reason, actor) VALUES ('spec', 'spec', 'spec')`,
    );
    await runtime.query(
      `INSERT INTO ledger_lines (idempotency_key, account, delta) VALUES ('spec', 'coins', 1)`,
    );
    await runtime.query(`INSERT INTO audit_log (actor, action, subject) VALUES ('spec', 'spec', 'spec')`);
    await runtime.query('COMMIT');
    for (const [table, column] of [
      ['ledger_journal', 'reason'],
      ['ledger_lines', 'account'],
      ['audit_log', 'actor'],
    ] as const) {
      expect([table, await outcome(runtime, `UPDATE ${table} SET ${column} = 'x'`)]).toEqual([
        table,
        NOT_ALLOWED,
      ]);
      expect([table, await outcome(runtime, `DELETE FROM ${table}`)]).toEqual([table, NOT_ALLOWED]);
    }
    const { rows } = await runtime.query('SELECT count(*)::int AS n FROM ledger_lines');
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('keeps its rights over another migration, which grants it new tables', async () => {
    await withClient(ownerUrl, (client) => client.query('CREATE TABLE later (id serial PRIMARY KEY)'));
    expect(await outcome(runtime, 'INSERT INTO later DEFAULT VALUES')).toBe(NOT_ALLOWED);
    await migrateDatabase({ migrationDatabaseUrl: ownerUrl, databaseUrl: runtimeUrl });
    expect(await outcome(runtime, 'INSERT INTO later DEFAULT VALUES')).toBe('taken');
    expect(await outcome(runtime, 'DROP TABLE later')).toBe(NOT_ALLOWED);
    expect(await outcome(runtime, 'UPDATE users SET username = username')).toBe('taken');
  });

  it('can log in again after its password was changed', async () => {
    const changed = addressOf({ username: role, password: 'another', pathname });
    await expect(withClient(changed, (client) => client.query('SELECT 1'))).rejects.toThrow('password');
    await migrateDatabase({ migrationDatabaseUrl: ownerUrl, databaseUrl: changed });
    await withClient(changed, (client) => client.query('SELECT 1 FROM users'));
    await migrateDatabase({ migrationDatabaseUrl: ownerUrl, databaseUrl: runtimeUrl });
  });

  it('fails with the statement for a superuser, without the password, where the owner may not create it', async () => {
    await asAdmin(`ALTER ROLE ${owner} NOCREATEROLE`);
    const missing = addressOf({ username: `missing_${suffix}`, password: 'c4nary', pathname });
    const failed = await migrateDatabase({ migrationDatabaseUrl: ownerUrl, databaseUrl: missing }).catch(
      String,
    );
    await asAdmin(`ALTER ROLE ${owner} CREATEROLE`);
    expect(failed).toContain(`As a superuser run: CREATE ROLE "missing_${suffix}" LOGIN PASSWORD '…'`);
    expect(failed).not.toContain('c4nary');
  });

  it('leaves what it may not do to the owner when the large content is put in', async () => {
    const roles = { migrationDatabaseUrl: ownerUrl, databaseUrl: runtimeUrl };
    await seedLarge(roles, { orders: 0, users: 30, tickets: 10 });
    const { rows } = await runtime.query('SELECT count(*)::int AS n FROM tickets');
    expect(rows).toEqual([{ n: 10 }]);
  });

  it('may be the owner itself, for a small shop', async () => {
    await migrateDatabase({ migrationDatabaseUrl: ownerUrl, databaseUrl: ownerUrl });
    expect(await withClient(ownerUrl, (client) => outcome(client, 'SELECT 1 FROM users'))).toBe('taken');
  });

  it('is not prepared on a database whose migrations were rewritten after they ran', async () => {
    const again = () => migrateDatabase({ migrationDatabaseUrl: ownerUrl, databaseUrl: runtimeUrl });
    await again();
    await withClient(ownerUrl, (client) => client.query(`COMMENT ON TABLE migrations IS '{}'`));
    await expect(again()).rejects.toThrow(
      /another version of the migrations .*Payments1800000000005.* npm run reset/,
    );
    const inProduction = migrateDatabase({
      migrationDatabaseUrl: ownerUrl,
      databaseUrl: runtimeUrl,
      isProduction: true,
    });
    const advice = await inProduction.catch(String);
    expect(advice).toMatch(/^Error: Nothing was changed: .*Payments1800000000005.* in a new migration/s);
    expect(advice).not.toMatch(/npm run reset|new one/i);
  });
});
