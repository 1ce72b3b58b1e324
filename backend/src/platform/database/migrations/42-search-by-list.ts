import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A search reads the texts of its own list only: most orders of a shop that is years old are archived. */
export class SearchByList1700000000042 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX orders_search;
      CREATE INDEX orders_search_active ON orders USING gin (searched gin_trgm_ops)
        WHERE status IN ('pending', 'processing', 'completed');
      CREATE INDEX orders_search_archived ON orders USING gin (searched gin_trgm_ops)
        WHERE status IN ('archived', 'cancelled');
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX orders_search_active, orders_search_archived;
      CREATE INDEX orders_search ON orders USING gin (searched gin_trgm_ops);
    `);
  }
}
