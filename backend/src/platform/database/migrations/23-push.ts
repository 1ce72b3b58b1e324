import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** The browsers that take notices by push, one per session, and the push messages to them. */
export class Push1800000000023 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE push_subscriptions (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        session_id text NOT NULL UNIQUE REFERENCES sessions ON UPDATE CASCADE ON DELETE CASCADE,
        endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
        p256dh text NOT NULL CHECK (length(p256dh) = 87),
        auth text NOT NULL CHECK (length(auth) = 22),
        language text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE TABLE push_sends (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        notice_id int NOT NULL REFERENCES notices ON DELETE CASCADE,
        -- Refers to no table, so that the relay does not wait for a sign-out.
        subscription_id int NOT NULL,
        topic text NOT NULL,
        is_replaceable boolean NOT NULL,
        -- A message is stored as sending before it leaves, and is never sent again from there.
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'dropped', 'failed')),
        attempts int NOT NULL DEFAULT 0,
        -- When a waiting message is tried; until when a message that is being sent delays later ones on its topic.
        next_try_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (notice_id, subscription_id)
      );
      CREATE INDEX push_sends_due ON push_sends (next_try_at, id) WHERE state = 'waiting';
      CREATE INDEX push_sends_order ON push_sends (subscription_id, id) WHERE state IN ('waiting', 'sending');
      CREATE INDEX push_sends_topic ON push_sends (topic, subscription_id, id) WHERE state IN ('waiting', 'sending');
    `);
  }
}
