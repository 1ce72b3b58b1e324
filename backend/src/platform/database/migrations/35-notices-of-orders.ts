import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Index by which an order's sheet finds what its buyer was told of it and of its purchase. */
export class NoticesOfOrders1800000000035 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS notices_about');
    await db.query(`
      CREATE INDEX CONCURRENTLY notices_about ON notices
        ((coalesce(content #>> '{order,id}', content ->> 'orderId', content ->> 'checkout')))`);
  }
}
