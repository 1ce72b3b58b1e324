import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Accounts that agreed to be named in posts about purchases, and when a restock of a product was last posted. */
export class ShopperPosts1800000000026 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ADD COLUMN named_in_purchases boolean NOT NULL DEFAULT false;
      ALTER TABLE stock_levels ADD COLUMN restock_posted_at timestamptz;
    `);
  }
}
