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
 * @throws Error when one was rewritten after it ran here, so that tables may lack what the code expects
 */
export async function assertSameMigrations(
  owner: QueryRunner,
  migrations: readonly Migration[],
): Promise<void> {
  const [table] = await sql(owner).rows(existsRow, `SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (table?.exists !== true) return;
  const [row] = await sql(owner).rows(recordRow, `SELECT obj_description('migrations'::regclass) AS record`);
  const applied = await sql(owner).rows(nameRow, 'SELECT name FROM migrations ORDER BY id');
  const recorded = hashes.parse(JSON.parse(row?.record ?? '{}'));
  const present = await hashMigrations(migrations);
  const rewritten = applied.filter(({ name }) => recorded[name] !== present[name]).map(({ name }) => name);
  if (rewritten.length > 0)
    throw new Error(
      `This database was made by another version of the migrations ${rewritten.join(', ')}. Start with a new one (local data: npm run reset).`,
    );
}

/** Stores the hashes as the comment of TypeORM's table, so that no table of their own is needed. */
export async function recordMigrations(owner: QueryRunner, migrations: readonly Migration[]): Promise<void> {
  const record = JSON.stringify(await hashMigrations(migrations));
  await sql(owner).run(`COMMENT ON TABLE migrations IS '${record.replaceAll("'", "''")}'`);
}
