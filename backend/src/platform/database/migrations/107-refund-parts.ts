import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parts of refunds name the refund they were split from, because the provider may still make the whole. */
export class RefundParts1700000000107 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE refunds ADD COLUMN part_of int');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE refunds DROP COLUMN part_of');
  }
}
