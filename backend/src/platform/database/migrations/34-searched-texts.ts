import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Texts that a search of the panel's lists reads, by table. */
const SEARCHED = {
  orders: `product_name || ' ' || coalesce(discord_username, '') || ' ' || coalesce(minecraft_name, '')`,
  users: `username || ' ' || coalesce(discord_username, '') || ' ' || coalesce(minecraft_name, '') || ' '
            || coalesce(referral_code, '')`,
  tickets: `subject || ' ' || name || ' ' || email || ' ' || message`,
} as const;

/** The texts that searches of the panel read are stored: composing one anew for each hit was most of a search. */
export class SearchedTexts1700000000034 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [table, text] of Object.entries(SEARCHED))
      await db.query(`
        DROP INDEX ${table}_search;
        -- Of the collation "C", in which LIKE compares bytes.
        ALTER TABLE ${table} ADD COLUMN searched text COLLATE "C" GENERATED ALWAYS AS (lower(${text})) STORED;
        CREATE INDEX ${table}_search ON ${table} USING gin (searched gin_trgm_ops);
      `);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [table, text] of Object.entries(SEARCHED))
      await db.query(`
        DROP INDEX ${table}_search;
        ALTER TABLE ${table} DROP COLUMN searched;
        CREATE INDEX ${table}_search ON ${table} USING gin (lower(${text}) gin_trgm_ops);
      `);
  }
}
