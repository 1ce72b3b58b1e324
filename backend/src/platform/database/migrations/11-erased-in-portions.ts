import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** What deletions of accounts still have to erase, and an index by which they find messages of providers. */
export class ErasedInPortions1800000000011 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // The former names of the account, and how far its erasure came; null when nothing remains.
    await db.query('ALTER TABLE account_deletions ADD COLUMN IF NOT EXISTS remains jsonb');
    // References of checkouts and payments are among them. Its cost keeps the planner from scanning the table.
    await db.query(`
      CREATE OR REPLACE FUNCTION long_words(content jsonb) RETURNS text[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
        SELECT ARRAY(SELECT DISTINCT word[1]
                       FROM regexp_matches(content::text COLLATE "C", '[A-Za-z0-9_-]{10,}', 'g') AS word)
      $$`);
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS provider_messages_words');
    await db.query(`
      CREATE INDEX CONCURRENTLY provider_messages_words ON provider_messages USING gin (long_words(payload))
        WITH (fastupdate = off) WHERE payload <> '{}' AND processed_at IS NOT NULL`);
    // Statistics of the words would take every ANALYZE seconds.
    await db.query('ALTER INDEX provider_messages_words ALTER COLUMN 1 SET STATISTICS 0');
  }
}
