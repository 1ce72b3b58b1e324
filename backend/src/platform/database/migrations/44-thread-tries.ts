import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a thread's task is tried next, so that one that fails keeps no other back. */
export class ThreadTries1700000000044 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE ticket_threads ADD COLUMN next_try_at timestamptz NOT NULL DEFAULT now();
      DROP INDEX ticket_threads_tasks;
      CREATE INDEX ticket_threads_tasks ON ticket_threads (next_try_at)
        WHERE state = 'wanted' OR (state = 'open' AND ended);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX ticket_threads_tasks;
      ALTER TABLE ticket_threads DROP COLUMN next_try_at;
      CREATE INDEX ticket_threads_tasks ON ticket_threads (ticket_id)
        WHERE state = 'wanted' OR (state = 'open' AND ended);
    `);
  }
}
