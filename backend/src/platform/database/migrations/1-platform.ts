import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Tables that all neighbourhoods use: events, messages of rooms, mails, limits, counts. Sessions follow the users. */
export class Platform1800000000001 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- For searches of the panel's lists.
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      -- Of append-only tables.
      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;

      -- Counters of limits; losing them in a crash of the database costs nothing but a fresh start of the windows.
      CREATE UNLOGGED TABLE rate_limits (
        key text PRIMARY KEY,
        points int NOT NULL DEFAULT 0,
        -- Milliseconds since 1970.
        expire bigint
      );
      CREATE INDEX rate_limits_expire ON rate_limits (expire);

      CREATE TABLE outbox_events (
        id bigserial PRIMARY KEY,
        event_id uuid NOT NULL UNIQUE,
        type text NOT NULL,
        aggregate text NOT NULL,
        aggregate_id text NOT NULL,
        version int NOT NULL,
        data jsonb NOT NULL DEFAULT '{}',
        occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        published_at timestamptz,
        UNIQUE (aggregate, aggregate_id, version)
      );
      CREATE INDEX outbox_events_waiting ON outbox_events (id) WHERE published_at IS NULL;

      -- The numbered messages of rooms, for sockets.
      CREATE TABLE stream_rooms (room text PRIMARY KEY, seq bigint NOT NULL DEFAULT 0);
      CREATE TABLE stream_messages (
        room text NOT NULL,
        seq bigint NOT NULL,
        event_id uuid NOT NULL,
        type text NOT NULL,
        occurred_at timestamptz NOT NULL,
        version int NOT NULL,
        data jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (room, seq)
      );

      -- What a mail says and whom it goes to is read when it is sent; one of a kind about one thing.
      CREATE TABLE mails (
        id serial PRIMARY KEY,
        kind text NOT NULL,
        -- The reference of a checkout, or the id of a ticket.
        about text NOT NULL,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'parked', 'dropped')),
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        -- Codes of the last failure; null while a try is under way.
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        UNIQUE (kind, about)
      );
      CREATE INDEX mails_waiting ON mails (next_try_at, id) WHERE state = 'waiting';
      CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;

      -- A row while the problem lasts; whoever inserts it posts to the error channel.
      CREATE TABLE discord_faults (problem text PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());

      -- How many orders, tickets and accounts each list of the panel has, kept by triggers instead of counted.
      -- A count is the sum of its rows: transactions at once change different ones, so that none waits for another.
      CREATE TABLE list_counts (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        list text NOT NULL,
        n int NOT NULL
      );
      CREATE FUNCTION count_in_list(counted text, change int) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE list_counts SET n = n + change
         WHERE id = (SELECT id FROM list_counts WHERE list = counted LIMIT 1 FOR UPDATE SKIP LOCKED);
        IF NOT FOUND THEN INSERT INTO list_counts (list, n) VALUES (counted, change); END IF;
      END $$;
    `);
  }
}
