import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cash of delivered orders that lost disputes took; those lost before gave their store credit back. */
export class LostCents1700000000105 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE orders ADD COLUMN lost_cents int NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE orders DROP COLUMN lost_cents');
  }
}
