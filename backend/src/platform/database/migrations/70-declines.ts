import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the buyer's instrument was declined, so that the shop asks ever less often by itself. */
export class Declines1700000000070 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE checkouts ADD COLUMN declines integer NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE checkouts DROP COLUMN declines');
  }
}
