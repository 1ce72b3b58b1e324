import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Direct messages of the bot to buyers, what people chose about them, and that an order arrived. */
export class DirectMessages1700000000013 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- What a person in Discord chose, and how Discord takes messages to them.
      CREATE TABLE discord_people (
        discord_id text PRIMARY KEY,
        language text CHECK (language IN ('en', 'de')),
        messages boolean NOT NULL DEFAULT true,
        channel_id text,
        -- They take no messages from the bot: it does not ask again before.
        closed_until timestamptz NOT NULL DEFAULT '-infinity',
        wait_until timestamptz NOT NULL DEFAULT '-infinity'
      );

      CREATE TABLE direct_messages (
        id serial PRIMARY KEY,
        event_id uuid NOT NULL,
        user_id int NOT NULL REFERENCES users,
        -- The proven id of the account when the event was relayed.
        discord_id text NOT NULL,
        -- Of messages about one thing that were not tried yet, only the newest is sent.
        topic text NOT NULL,
        content jsonb NOT NULL,
        occurred_at timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'pending'
          CHECK (state IN ('pending', 'registered', 'sent', 'superseded', 'closed', 'parked', 'dropped')),
        nonce text NOT NULL UNIQUE,
        payload text,
        first_attempt_at timestamptz,
        message_id text,
        reason text,
        ended_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK (state <> 'registered' OR payload IS NOT NULL),
        CHECK ((state = 'sent') = (message_id IS NOT NULL))
      );
      CREATE UNIQUE INDEX direct_messages_once ON direct_messages (event_id, discord_id);
      CREATE INDEX direct_messages_open ON direct_messages (id) WHERE state IN ('pending', 'registered');
      CREATE UNIQUE INDEX direct_messages_one_unreported ON direct_messages (discord_id) WHERE state = 'registered';

      -- The buyer's own word that the goods arrived.
      ALTER TABLE orders ADD COLUMN received_at timestamptz;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE orders DROP COLUMN received_at; DROP TABLE direct_messages, discord_people`);
  }
}
