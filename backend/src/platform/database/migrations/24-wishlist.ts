import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Wishlists of accounts. */
export class Wishlist1800000000024 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE wishlist (
        -- Refers to no table: accounts and products are never deleted, and no wish locks either.
        user_id int NOT NULL,
        product_id int NOT NULL,
        added_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, product_id)
      );
    `);
  }
}
