import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which refund a part was split from, so that the provider's word of the whole is known as the shop's own. */
export class RefundParts1700000000107 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE refunds ADD COLUMN part_of int');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE refunds DROP COLUMN part_of');
  }
}
