import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was written in the threads of tickets. */
export class ThreadLines1700000000037 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE ticket_lines (
        -- Of the message in Discord.
        message_id text PRIMARY KEY,
        ticket_id int NOT NULL REFERENCES tickets,
        author text NOT NULL,
        text text NOT NULL,
        written_at timestamptz NOT NULL
      );
      CREATE INDEX ticket_lines_of ON ticket_lines (ticket_id, written_at);
      CREATE UNIQUE INDEX ticket_threads_by_thread ON ticket_threads (thread_id) WHERE thread_id IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ticket_lines; DROP INDEX ticket_threads_by_thread`);
  }
}
