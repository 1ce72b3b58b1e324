import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Display order, and products that are kept out of the shop. */
export class ProductPlaces1700000000085 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE products
        ADD COLUMN display_order int CHECK (display_order > 0),
        ADD COLUMN is_hidden boolean NOT NULL DEFAULT false`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE products DROP COLUMN display_order, DROP COLUMN is_hidden');
  }
}
