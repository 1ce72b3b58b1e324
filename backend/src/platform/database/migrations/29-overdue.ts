import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When staff were told that an order is past its time. */
export class Overdue1700000000029 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Set once for ever, so that an order is told of once.
      ALTER TABLE orders ADD COLUMN overdue_at timestamptz;
      CREATE INDEX orders_due ON orders (due_at)
        WHERE overdue_at IS NULL AND due_at IS NOT NULL AND status IN ('pending', 'processing');
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX orders_due; ALTER TABLE orders DROP COLUMN overdue_at`);
  }
}
