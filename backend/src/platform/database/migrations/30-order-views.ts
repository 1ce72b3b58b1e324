import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

const INDEXES = {
  orders_open_by_due: "(due_at) WHERE status IN ('pending', 'processing')",
  orders_open_by_staff:
    "(processed_by, id) WHERE status IN ('pending', 'processing') AND processed_by IS NOT NULL",
  orders_open_priority: "(id) WHERE priority AND status IN ('pending', 'processing')",
};

/** Indexes of the views of the open orders: by due time, by who has them, with priority. */
export class OrderViews1800000000030 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) {
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await db.query(`CREATE INDEX CONCURRENTLY ${name} ON orders ${definition}`);
    }
  }
}
