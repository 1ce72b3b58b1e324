import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox of events, and the numbered messages of rooms for sockets. */
export class Events1700000000008 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
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
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE stream_messages, stream_rooms, outbox_events`);
  }
}
