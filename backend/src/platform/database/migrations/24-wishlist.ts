import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Wishlists of accounts, and the wished products that are sold out or just back. */
export class Wishlist1800000000024 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE wishlist (
        -- Refers to no table: accounts and products are never deleted, and no wish locks either.
        user_id int NOT NULL,
        product_id int NOT NULL,
        added_at timestamptz NOT NULL,
        -- When its owner was last told that the product is back.
        told_at timestamptz,
        PRIMARY KEY (user_id, product_id)
      );
      CREATE INDEX wishlist_of_product ON wishlist (product_id, user_id);
      CREATE TABLE restocks (
        product_id int PRIMARY KEY,
        -- Null while the product is sold out.
        returned_at timestamptz,
        -- The last account, by id, that was looked at since the return.
        told_up_to int NOT NULL DEFAULT 0
      );
      -- Who gave an address before was told that only receipts and news of orders go there.
      INSERT INTO notice_switches (user_id, way, kind) SELECT user_id, 'mail', 'restocked' FROM receipt_addresses;
    `);
  }
}
