import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tries to pay a checkout: those that its provider still decides about, and those that it refused. */
export class PendingTries1700000000033 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE checkouts ADD COLUMN pending_tries text[] NOT NULL DEFAULT '{}',
                            ADD COLUMN refused_tries text[] NOT NULL DEFAULT '{}';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE checkouts DROP COLUMN pending_tries, DROP COLUMN refused_tries');
  }
}
