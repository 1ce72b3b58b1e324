import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the provider of a confirming checkout says that it knows no such payment. */
export class UnknownSince1700000000054 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE checkouts ADD COLUMN unknown_since timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE checkouts DROP COLUMN unknown_since');
  }
}
