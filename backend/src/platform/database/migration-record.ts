import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { sql } from './sql.js';

type Migration = new () => MigrationInterface;

const nameRow = z.object({ name: z.string() });
const recordRow = z.object({ record: z.string().nullable() });
const hashes = z.record(z.string(), z.string());

/**
 * The last version with the former set of migrations, and the SHA-256 of the record of a database that has all of
 * them.
 */
const FORMER = {
  first: 'Accounts1700000000001',
  version: '0.1.0 of commit 8710e7fb',
  record: 'cd5c4d608bcf52b23c82d2603ad232ffd5fc013643bf932ef0040f9ee794b792',
};

/** Hashes the statements of migrations, by the names that TypeORM stores. */
export async function hashMigrations(migrations: readonly Migration[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const migration of migrations) {
    const texts: string[] = [];
    const recorder: QueryRunner = Object.create({ query: async (text: string) => void texts.push(text) });
    await new migration().up(recorder);
    found[migration.name] = hashText(texts.join(';').replaceAll(/\s+/g, ' '));
  }
  return found;
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Records the first set of migrations as applied in a database that has the former set, which made the same schema.
 * @throws Error with what to do when the database lacks some of them
 */
export async function takeOverFormerDatabase(
  owner: QueryRunner,
  firstSet: readonly Migration[],
): Promise<void> {
  if (!(await hasMigrationsTable(owner))) return;
  const isFormer = await sql(owner).exists('SELECT 1 FROM migrations WHERE name = $1', [FORMER.first]);
  if (!isFormer) return;
  const record = await buildMigrationRecord(owner);
  if (record === null || hashText(record) !== FORMER.record)
    throw new Error(
      `Nothing was changed: this database lacks migrations from before version 0.9.0. Start version ${FORMER.version} on it once, then this version.`,
    );
  await owner.startTransaction();
  try {
    // Validates constraints that were added without checking older rows, all of which satisfy them.
    await sql(owner).run('ALTER TABLE orders VALIDATE CONSTRAINT orders_earnings');
    await sql(owner).run(
      'ALTER TABLE departed_identities VALIDATE CONSTRAINT departed_identities_kind_check',
    );
    // Removes what linked roles needed, a feature that was removed.
    await sql(owner).run('DROP FUNCTION IF EXISTS role_connection_due() CASCADE');
    await sql(owner).run('DROP TABLE IF EXISTS role_connections');
    await sql(owner).run('DELETE FROM migrations');
    await sql(owner).run(
      'INSERT INTO migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name',
      [firstSet.map(({ name }) => name)],
    );
    await recordMigrations(owner, firstSet);
    await owner.commitTransaction();
  } catch (error) {
    await owner.rollbackTransaction();
    throw error;
  }
}

/**
 * Compares the applied migrations with those of this version by hash, because TypeORM compares names only.
 * @throws Error with what to do when the database is newer, or a migration was rewritten after it ran here
 */
export async function assertMigrationsMatch(
  owner: QueryRunner,
  migrations: readonly Migration[],
  isProduction: boolean,
): Promise<void> {
  if (!(await hasMigrationsTable(owner))) return;
  const applied = (await sql(owner).rows(nameRow, 'SELECT name FROM migrations ORDER BY id')).map(
    ({ name }) => name,
  );
  const recorded = await readRecordedMigrations(owner);
  const present = await hashMigrations(migrations);
  const unknown = applied.filter((name) => !(name in present));
  if (unknown.length > 0)
    throw new Error(
      `Nothing was changed: this database is newer and has the migrations ${unknown.join(', ')}. Run the version that made it, or restore the backup from before it.`,
    );
  const rewritten = applied.filter((name) => recorded[name] !== present[name]);
  if (rewritten.length === 0) return;
  const advice = isProduction
    ? 'Keep running the version that made it, and have the files of these migrations put back as they were released; what they were to change belongs in a new migration. The data need no reset.'
    : 'Local data: npm run reset.';
  throw new Error(
    `Nothing was changed: this database was made by another version of the migrations ${rewritten.join(', ')}. ${advice}`,
  );
}

/**
 * Names the migrations of this version that the database lacks. Reads the hashes in the comment of TypeORM's table,
 * because the runtime role may not read the table itself.
 */
export async function findMissingMigrations(
  database: Parameters<typeof sql>[0],
  migrations: readonly Migration[],
): Promise<string[]> {
  const recorded = await readRecordedMigrations(database);
  return migrations.map(({ name }) => name).filter((name) => !(name in recorded));
}

const hasMigrationsTable = (owner: QueryRunner): Promise<boolean> =>
  sql(owner).exists(`SELECT 1 WHERE to_regclass('migrations') IS NOT NULL`);

async function readRecordedMigrations(database: Parameters<typeof sql>[0]): Promise<Record<string, string>> {
  return hashes.parse(JSON.parse((await buildMigrationRecord(database)) ?? '{}'));
}

async function buildMigrationRecord(database: Parameters<typeof sql>[0]): Promise<string | null> {
  const row = await sql(database).first(
    recordRow,
    `SELECT obj_description(to_regclass('migrations'), 'pg_class') AS record`,
  );
  return row?.record ?? null;
}

/**
 * Stores the hashes as a comment of TypeORM's table, so that no extra table is needed. Hashes of former migrations
 * stay, for older programs that still run.
 */
export async function recordMigrations(owner: QueryRunner, migrations: readonly Migration[]): Promise<void> {
  const record = JSON.stringify({
    ...(await readRecordedMigrations(owner)),
    ...(await hashMigrations(migrations)),
  });
  await sql(owner).run(`COMMENT ON TABLE migrations IS '${record.replaceAll("'", "''")}'`);
}
