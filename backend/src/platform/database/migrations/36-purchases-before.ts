import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Index by which the overview finds a buyer's purchase before another one, without reading all of the buyer's. */
export class PurchasesBefore1800000000036 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS checkouts_paid_by_user');
    await db.query(
      'CREATE INDEX CONCURRENTLY checkouts_paid_by_user ON checkouts (user_id, paid_at, id) WHERE paid_at IS NOT NULL',
    );
  }
}
