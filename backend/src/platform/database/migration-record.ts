import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { sql } from './sql.js';

type Migration = new () => MigrationInterface;

const nameRow = z.object({ name: z.string() });
const existsRow = z.object({ exists: z.boolean() });
const recordRow = z.object({ record: z.string().nullable() });
const hashes = z.record(z.string(), z.string());

/** Hashes of the statements of migrations, by the names that TypeORM stores. */
async function hashMigrations(migrations: readonly Migration[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const migration of migrations) {
    const texts: string[] = [];
    const recorder: QueryRunner = Object.create({ query: async (text: string) => void texts.push(text) });
    await new migration().up(recorder);
    found[migration.name] = createHash('sha256')
      .update(texts.join(';').replaceAll(/\s+/g, ' '))
      .digest('hex');
  }
  return found;
}

/**
 * Compares the migrations that a database has with those of this version, since TypeORM compares their names only.
 * @throws Error with what to do when the database is newer, or a migration was rewritten after it ran here
 */
export async function assertSameMigrations(
  owner: QueryRunner,
  migrations: readonly Migration[],
  isProduction: boolean,
): Promise<void> {
  const [table] = await sql(owner).rows(existsRow, `SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (table?.exists !== true) return;
  const applied = (await sql(owner).rows(nameRow, 'SELECT name FROM migrations ORDER BY id')).map(
    ({ name }) => name,
  );
  const recorded = await recordedMigrations(owner);
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
 * Names of this version's migrations that the database lacks. Reads the comment of TypeORM's table, which every role may
 * see, though the runtime's may not read the table.
 */
export async function missingMigrations(
  database: Parameters<typeof sql>[0],
  migrations: readonly Migration[],
): Promise<string[]> {
  const recorded = await recordedMigrations(database);
  return migrations.map(({ name }) => name).filter((name) => !(name in recorded));
}

async function recordedMigrations(database: Parameters<typeof sql>[0]): Promise<Record<string, string>> {
  const row = await sql(database).first(
    recordRow,
    `SELECT obj_description(to_regclass('migrations'), 'pg_class') AS record`,
  );
  return hashes.parse(JSON.parse(row?.record ?? '{}'));
}

/** Stores the hashes as the comment of TypeORM's table, so that no table of their own is needed. */
export async function recordMigrations(owner: QueryRunner, migrations: readonly Migration[]): Promise<void> {
  const record = JSON.stringify(await hashMigrations(migrations));
  await sql(owner).run(`COMMENT ON TABLE migrations IS '${record.replaceAll("'", "''")}'`);
}
