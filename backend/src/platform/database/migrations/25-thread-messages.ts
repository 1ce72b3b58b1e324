import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** The messages of tickets that the bot writes into the tickets' threads. */
export class ThreadMessages1800000000025 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE thread_messages (
        -- Number of the ticket's message; this row outlives it, so that what stands in Discord can be emptied.
        message_id int PRIMARY KEY,
        ticket_id int NOT NULL,
        nonce text NOT NULL,
        state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'sent', 'dropped')),
        -- Since then the message may stand in Discord.
        first_attempt_at timestamptz,
        -- So that a thread that takes nothing keeps no other back.
        next_try_at timestamptz NOT NULL DEFAULT now(),
        discord_id text
      );
      CREATE INDEX thread_messages_wanted ON thread_messages (next_try_at, message_id) WHERE state = 'wanted';
      CREATE INDEX thread_messages_ticket ON thread_messages (ticket_id, message_id);
    `);
  }
}
