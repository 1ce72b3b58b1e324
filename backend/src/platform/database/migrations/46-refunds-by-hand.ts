import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds that staff marked as done, so that the provider's later message is about them and not new money. */
export class RefundsByHand1700000000046 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE refunds ADD COLUMN by_hand boolean NOT NULL DEFAULT false;
      UPDATE refunds SET by_hand = true
       WHERE state = 'done'
         AND EXISTS (SELECT 1 FROM audit_log a WHERE a.action = 'refund.done' AND a.subject = 'refund:' || refunds.id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE refunds DROP COLUMN by_hand');
  }
}
