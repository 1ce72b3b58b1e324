import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a provider was asked about a checkout, without news. */
export class Checks1700000000015 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE checkouts ADD COLUMN checks int NOT NULL DEFAULT 0`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE checkouts DROP COLUMN checks`);
  }
}
