import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The threads below the posts of tickets, and when a ticket was last touched. */
export class TicketThreads1700000000031 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE ticket_threads (
        ticket_id int PRIMARY KEY REFERENCES tickets,
        -- That opened the ticket; its post's message carries the thread.
        event_id uuid NOT NULL UNIQUE,
        state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'open', 'archived', 'dropped')),
        -- Since then the thread may stand in Discord.
        tried_at timestamptz,
        thread_id text,
        -- The ticket was answered or closed.
        ended boolean NOT NULL DEFAULT false
      );
      CREATE INDEX ticket_threads_tasks ON ticket_threads (ticket_id)
        WHERE state = 'wanted' OR (state = 'open' AND ended);

      ALTER TABLE tickets ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
      UPDATE tickets SET changed_at = coalesce(ended_at, created_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ticket_threads; ALTER TABLE tickets DROP COLUMN changed_at`);
  }
}
