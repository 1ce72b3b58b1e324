import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages of the bot of which there is one of a kind, kept up to date by edits. */
export class LastingMessages1700000000030 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE lasting_messages (
        key text PRIMARY KEY,
        channel_id text NOT NULL,
        -- Of the message that stands or is being sent; another after it was deleted.
        nonce text NOT NULL UNIQUE,
        first_attempt_at timestamptz,
        message_id text,
        content_hash text,
        -- Of the bot that wrote the content: only its own word for it is trusted.
        fence int NOT NULL,
        changed_at timestamptz,
        pinned boolean NOT NULL DEFAULT false
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE lasting_messages`);
  }
}
