import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Posts and their batches, the lease of the bot, and the state of the Discord set-up. */
export class Discord1700000000009 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE post_batches (
        id text PRIMARY KEY,
        channel text NOT NULL,
        nonce text NOT NULL UNIQUE,
        payload text,
        state text NOT NULL CHECK (state IN ('claimed', 'registered', 'sent', 'dissolved')),
        fence int NOT NULL,
        lease_until timestamptz NOT NULL,
        first_attempt_at timestamptz,
        message_id text,
        edit_wanted int NOT NULL DEFAULT 0,
        edit_done int NOT NULL DEFAULT 0,
        -- The message was deleted in Discord: there is nothing left to edit.
        gone boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz
      );
      CREATE UNIQUE INDEX post_batches_one_unreported ON post_batches (channel) WHERE state IN ('claimed', 'registered');
      CREATE INDEX post_batches_edits ON post_batches (channel) WHERE edit_wanted > edit_done AND NOT gone;

      CREATE TABLE posts (
        id bigserial PRIMARY KEY,
        event_id uuid NOT NULL,
        type text NOT NULL,
        channel text NOT NULL,
        content jsonb NOT NULL,
        order_id int REFERENCES orders,
        occurred_at timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'claimed', 'sent', 'parked', 'counted')),
        -- Posts that may be counted together (same product, same alert) share a key.
        fold_key text,
        counted_in bigint REFERENCES posts,
        batch_id text REFERENCES post_batches,
        -- A post that was refused once travels alone from then on.
        alone boolean NOT NULL DEFAULT false,
        parked_reason text,
        -- The sent post that staff asked to see again; the only way to a second row for one event.
        resend_of bigint REFERENCES posts,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX posts_once ON posts (event_id, channel) WHERE resend_of IS NULL;
      CREATE UNIQUE INDEX posts_one_resend ON posts (resend_of) WHERE state IN ('pending', 'claimed');
      CREATE INDEX posts_counted_in ON posts (counted_in) WHERE counted_in IS NOT NULL;
      CREATE INDEX posts_pending ON posts (channel, id) WHERE state = 'pending';
      CREATE INDEX posts_batch ON posts (batch_id);
      CREATE INDEX posts_order ON posts (order_id) WHERE order_id IS NOT NULL;

      -- What was free at the last check, so that crossing a threshold is noticed: pieces by product, coins of the pool.
      CREATE TABLE stock_levels (account text COLLATE "C" PRIMARY KEY, free bigint NOT NULL);

      CREATE TABLE bot_lease (
        id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        instance_id text,
        fence int NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL DEFAULT '-infinity',
        -- What the bot reported of itself when it last renewed its lease.
        report jsonb
      );
      INSERT INTO bot_lease DEFAULT VALUES;

      -- A row while the problem lasts; whoever inserts it posts to the error channel.
      CREATE TABLE discord_faults (problem text PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());

      -- Log-ins of the last day, of every process: at 1,000 Discord resets the token.
      CREATE TABLE bot_logins (at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE INDEX bot_logins_at ON bot_logins (at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE bot_logins, discord_faults, bot_lease, stock_levels, posts, post_batches`);
  }
}
