import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** The bot's lease, its posts with their batches, direct messages, threads and links to the checkout. */
export class Discord1800000000007 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE bot_lease (
        id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        instance_id text,
        -- The process that took it, and its session at Discord's gateway for the next process.
        take_id text,
        session jsonb,
        fence int NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL DEFAULT '-infinity',
        -- What the bot reported of itself when it last renewed its lease.
        report jsonb
      );
      INSERT INTO bot_lease DEFAULT VALUES;

      -- Log-ins of the last day, of every process: at 1,000 Discord resets the token.
      CREATE TABLE bot_logins (at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE INDEX bot_logins_at ON bot_logins (at);

      CREATE TABLE post_batches (
        id text PRIMARY KEY,
        channel text NOT NULL,
        -- Where the message stands, so that it is edited there after the settings name another channel.
        channel_id text,
        nonce text NOT NULL UNIQUE,
        payload text,
        state text NOT NULL CHECK (state IN ('claimed', 'registered', 'sent', 'dissolved')),
        fence int NOT NULL,
        lease_until timestamptz NOT NULL,
        first_attempt_at timestamptz,
        message_id text,
        edit_wanted int NOT NULL DEFAULT 0,
        edit_done int NOT NULL DEFAULT 0,
        -- A message that could not be edited waits by itself, so that it holds up no other of its channel.
        edit_after timestamptz NOT NULL DEFAULT '-infinity',
        edit_tries int NOT NULL DEFAULT 0,
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
      CREATE INDEX posts_event ON posts (event_id);
      CREATE INDEX posts_counted_in ON posts (counted_in) WHERE counted_in IS NOT NULL;
      CREATE INDEX posts_pending ON posts (channel, id) WHERE state = 'pending';
      CREATE INDEX posts_batch ON posts (batch_id);
      CREATE INDEX posts_order ON posts (order_id) WHERE order_id IS NOT NULL;

      -- What was free at the last check, so that crossing a threshold is noticed: pieces by product, coins of the pool.
      CREATE TABLE stock_levels (account text COLLATE "C" PRIMARY KEY, free bigint NOT NULL);

      -- Messages of the bot of which there is one of a kind, kept up to date by edits.
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

      -- What a person in Discord chose, and how Discord takes messages to them.
      CREATE TABLE discord_people (
        discord_id text PRIMARY KEY,
        language text CHECK (language IN ('en', 'de')),
        -- The language of their Discord, for whom the bot writes to without being asked.
        client_language text CHECK (client_language IN ('en', 'de')),
        messages boolean NOT NULL DEFAULT true,
        channel_id text,
        -- They take no messages from the bot: it does not ask again before.
        closed_until timestamptz NOT NULL DEFAULT '-infinity',
        -- The bot has to tell them that it can't write to them.
        hint_wanted boolean NOT NULL DEFAULT false,
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
      CREATE INDEX direct_messages_ended ON direct_messages (ended_at) WHERE ended_at IS NOT NULL;

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

      -- The threads below the posts of tickets.
      CREATE TABLE ticket_threads (
        ticket_id int PRIMARY KEY REFERENCES tickets,
        -- That opened the ticket; its post's message carries the thread.
        event_id uuid NOT NULL UNIQUE,
        state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'open', 'archived', 'dropped')),
        -- Since then the thread may stand in Discord.
        tried_at timestamptz,
        -- So that a task that fails keeps no other back.
        next_try_at timestamptz NOT NULL DEFAULT now(),
        thread_id text,
        -- The ticket was answered or closed.
        ended boolean NOT NULL DEFAULT false
      );
      CREATE INDEX ticket_threads_tasks ON ticket_threads (next_try_at)
        WHERE state = 'wanted' OR (state = 'open' AND ended);
      CREATE UNIQUE INDEX ticket_threads_by_thread ON ticket_threads (thread_id) WHERE thread_id IS NOT NULL;

      -- Links from Discord to the checkout.
      CREATE TABLE pay_links (
        token_hash text PRIMARY KEY,
        -- Whom Discord proved when the link was asked for.
        discord_id text NOT NULL,
        items jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        -- The try that used it, which may ask again for its answer.
        request_id text,
        CHECK ((used_at IS NULL) = (request_id IS NULL))
      );
      CREATE INDEX pay_links_person ON pay_links (discord_id, created_at);
      CREATE INDEX pay_links_expiry ON pay_links (expires_at);
    `);
  }
}
