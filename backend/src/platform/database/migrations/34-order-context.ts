import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Index by which an order's sheet counts how often its buyer was blocked, however much else was audited. */
export class OrderContext1800000000034 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS audit_log_blocks');
    await db.query(
      "CREATE INDEX CONCURRENTLY audit_log_blocks ON audit_log (subject) WHERE action = 'user.block'",
    );
  }
}
