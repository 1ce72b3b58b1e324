import { describe, expect, it } from '@jest/globals';
import { SHOP_VERSION } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import type { QueryRunner } from 'typeorm';
import { z } from 'zod';
import { hashMigrations } from './migration-record.js';
import { FIRST_SET, MIGRATIONS } from './migrations/index.js';

/** Tables with so few rows that a scan under a lock is over at once; every other one grows with sales. */
const SMALL = new Set([
  'bot_lease',
  'products',
  'role_rights',
  'stock_levels',
  'stream_rooms',
  'write_probes',
]);

const released = z
  .object({ version: z.string(), migrations: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('migrations/released.json', import.meta.url), 'utf8')));

interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  readonly isInTransaction: boolean;
}

async function recorded(kind: (typeof MIGRATIONS)[number]): Promise<Migration> {
  const statements: string[] = [];
  const recorder: QueryRunner = Object.create({ query: async (text: string) => void statements.push(text) });
  const migration = new kind();
  await migration.up(recorder);
  return {
    name: kind.name,
    statements: statements.flatMap((text) => text.split(/;\s*$/m)),
    isInTransaction: !('transaction' in migration && migration.transaction === false),
  };
}

/** Parts of an ALTER TABLE that scan or rewrite the table while nobody can use it. */
const SCANS =
  /\bGENERATED ALWAYS AS\b.*\bSTORED\b|\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b|\bSET NOT NULL\b|\bADD (CONSTRAINT \w+ )?(CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b(?!.*\bNOT VALID\b)|\bADD COLUMN\b.*\b(CHECK|UNIQUE|random|gen_random_uuid|clock_timestamp)\b/is;

/** Statements of a migration that would stop sales on a shop with many rows. */
function faultsOf({ name, statements, isInTransaction }: Migration): string[] {
  const made = new Set(statements.flatMap((text) => /CREATE TABLE (\w+)/i.exec(text)?.[1] ?? []));
  const isSmall = (table = ''): boolean => made.has(table) || SMALL.has(table);
  return statements.flatMap((text) => {
    const index = /CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?.*?\bON (?:ONLY )?(\w+)/is.exec(text);
    if (index && !index[1] && !isSmall(index[2]))
      return [`${name}: index on ${index[2]} without CONCURRENTLY`];
    if (/\bCONCURRENTLY\b/i.test(text) && isInTransaction) return [`${name}: needs transaction = false`];
    const altered = /ALTER TABLE (?:ONLY )?(\w+)/i.exec(text)?.[1];
    return altered && !isSmall(altered) && SCANS.test(text) ? [`${name}: scans ${altered} under a lock`] : [];
  });
}

describe('migrations (OWN-1023)', () => {
  it('are only added: what released.json names neither changes nor vanishes', async () => {
    expect(await hashMigrations(MIGRATIONS)).toMatchObject(released.migrations);
  });

  it('of this version are in released.json, which backend/bin/hash-migrations.mjs writes', () => {
    expect(released.version).toBe(SHOP_VERSION);
  });

  it('from now on stop no sales on a shop with many rows', async () => {
    const later = await Promise.all(MIGRATIONS.slice(FIRST_SET.length).map(recorded));
    expect(later.flatMap(faultsOf)).toEqual([]);
  });

  it.each([
    ['CREATE INDEX a ON orders (paid_at)', true],
    ['CREATE UNIQUE INDEX a ON checkouts (ref) WHERE ref IS NOT NULL', true],
    ['CREATE INDEX CONCURRENTLY a ON orders (paid_at)', true],
    ['ALTER TABLE users ALTER COLUMN name TYPE text', true],
    ['ALTER TABLE users ADD CONSTRAINT a CHECK (name <> $$$$)', true],
    ["ALTER TABLE orders ADD COLUMN words text GENERATED ALWAYS AS (name || '') STORED", true],
    ['ALTER TABLE orders ADD COLUMN paid_by text', false],
    ['ALTER TABLE orders ADD CONSTRAINT a CHECK (id > 0) NOT VALID', false],
    ['CREATE TABLE notes (id int); \nCREATE INDEX a ON notes (id)', false],
    ['CREATE INDEX a ON products (name)', false],
  ])('%s: refused %p', (text, isRefused) => {
    const statements = text.split(/;\s*$/m);
    expect(faultsOf({ name: 'New', statements, isInTransaction: true }).length > 0).toBe(isRefused);
  });
});
