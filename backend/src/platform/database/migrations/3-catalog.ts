import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Products. Stock is not here: the ledger has it. */
export class Catalog1700000000003 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE products (
        id serial PRIMARY KEY,
        name text NOT NULL,
        category text NOT NULL CHECK (category IN ('coins', 'items', 'bases', 'armor')),
        description text NOT NULL DEFAULT '',
        image text NOT NULL DEFAULT '',
        image_fit text NOT NULL DEFAULT 'cover',
        price_cents int NOT NULL CHECK (price_cents >= 0),
        original_price_cents int,
        amount text,
        coin_value bigint CHECK (coin_value > 0),
        is_custom boolean NOT NULL DEFAULT false,
        is_best_value boolean NOT NULL DEFAULT false,
        is_limited_stock boolean NOT NULL DEFAULT false,
        bulk_min_quantity int CHECK (bulk_min_quantity > 1),
        bulk_price_cents int CHECK (bulk_price_cents >= 0),
        available_from timestamptz,
        deleted_at timestamptz,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((bulk_min_quantity IS NULL) = (bulk_price_cents IS NULL)),
        CHECK (NOT is_custom OR category = 'coins')
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE products');
  }
}
