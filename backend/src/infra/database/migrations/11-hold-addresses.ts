import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a checkout was placed from, while it holds: new accounts of one address share a limit. */
export class HoldAddresses1700000000011 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Keyed hash; only of accounts without a delivered order, and emptied when the hold ends.
      ALTER TABLE checkouts ADD COLUMN address_hash text;
      CREATE INDEX checkouts_address ON checkouts (address_hash) WHERE holding;
      CREATE INDEX checkouts_user_holding ON checkouts (user_id) WHERE holding;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE checkouts DROP COLUMN address_hash; DROP INDEX checkouts_user_holding');
  }
}
