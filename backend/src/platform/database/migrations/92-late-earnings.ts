import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Delivered orders whose earnings are not booked; there are none but during an upgrade. */
export class LateEarnings1700000000092 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // A build that was cut off left an index that counts for nothing.
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS orders_late_earnings');
    await db.query(`
      CREATE INDEX CONCURRENTLY orders_late_earnings ON orders (id)
       WHERE earnings = 'pending' AND status IN ('completed', 'archived')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX orders_late_earnings');
  }
}
