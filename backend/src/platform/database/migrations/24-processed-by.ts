import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The member of staff who took an order. */
export class ProcessedBy1700000000024 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- As audit rows name them: an account by its number, or a Discord id.
      ALTER TABLE orders ADD COLUMN processed_by text;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE orders DROP COLUMN processed_by`);
  }
}
