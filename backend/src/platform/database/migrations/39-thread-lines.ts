import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of Discord's privileged intents: lines in the threads of tickets, and people who join. */
export class ThreadLines1700000000039 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE ticket_lines (
        -- Of the message in Discord.
        message_id text PRIMARY KEY,
        ticket_id int NOT NULL REFERENCES tickets,
        -- Name and Discord id of who wrote it; empty once the account of that id is deleted.
        author text NOT NULL,
        author_id text NOT NULL,
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
      CREATE INDEX ticket_lines_by ON ticket_lines (author_id);
      CREATE UNIQUE INDEX ticket_threads_by_thread ON ticket_threads (thread_id) WHERE thread_id IS NOT NULL;

      -- What Discord knows of an account is due when the account changes, so that nobody has to look for it.
      CREATE FUNCTION role_connection_due() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE role_connections SET attempts = 0,
               next_try_at = CASE WHEN next_try_at = 'infinity' THEN now() ELSE next_try_at END
         WHERE user_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_role_connection AFTER UPDATE OF version ON users FOR EACH ROW
        WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION role_connection_due();
      CREATE INDEX role_connections_due ON role_connections (next_try_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER users_role_connection ON users;
      DROP FUNCTION role_connection_due;
      DROP TABLE ticket_lines, newcomers, newcomers_since;
      DROP INDEX ticket_threads_by_thread, role_connections_due;
    `);
  }
}
