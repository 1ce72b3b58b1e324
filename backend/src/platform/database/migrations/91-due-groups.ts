import type { MigrationInterface, QueryRunner } from 'typeorm';

const WHERE = {
  active: `status IN ('pending', 'processing', 'completed')`,
  archived: `status IN ('archived', 'cancelled')`,
} as const;
const LISTS = ['active', 'archived'] as const;
const BY_GROUP = `(CASE WHEN status NOT IN ('pending', 'processing') THEN 2 WHEN priority THEN 0 ELSE 1 END)`;
const BY_PRIORITY = `(status = 'completed'), (NOT priority)`;

/** The lists of orders by due date within each group: completed ones with priority go first no more. */
export class DueGroups1700000000091 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    for (const list of LISTS) {
      // A build that was cut off left an index that counts for nothing.
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS orders_${list}_groups`);
      await db.query(`CREATE INDEX CONCURRENTLY orders_${list}_groups ON orders
        (${BY_GROUP}, (coalesce(due_at, 'infinity'::timestamptz)), id) WHERE ${WHERE[list]}`);
      await db.query(`DROP INDEX CONCURRENTLY IF EXISTS orders_${list}_due`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const list of LISTS) {
      await db.query(`CREATE INDEX IF NOT EXISTS orders_${list}_due ON orders
        (${BY_PRIORITY}, (coalesce(due_at, 'infinity'::timestamptz)), id) WHERE ${WHERE[list]}`);
      await db.query(`DROP INDEX IF EXISTS orders_${list}_groups`);
    }
  }
}
