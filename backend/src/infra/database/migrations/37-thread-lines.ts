import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Discord tells with privileged intents: lines in the threads of tickets, and who joins. */
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
      -- People who joined the server of late, so that each is welcomed once; deleted after a week.
      CREATE TABLE newcomers (
        discord_id text PRIMARY KEY,
        joined_at timestamptz NOT NULL,
        -- Of the message that welcomes them; null while they wait for one.
        nonce text,
        tried_at timestamptz,
        welcomed_at timestamptz
      );
      -- Whoever joined before the first call is at home already.
      CREATE TABLE newcomers_since (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), since timestamptz NOT NULL);
      CREATE INDEX ticket_lines_of ON ticket_lines (ticket_id, written_at);
      CREATE UNIQUE INDEX ticket_threads_by_thread ON ticket_threads (thread_id) WHERE thread_id IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP TABLE ticket_lines, newcomers, newcomers_since; DROP INDEX ticket_threads_by_thread`,
    );
  }
}
