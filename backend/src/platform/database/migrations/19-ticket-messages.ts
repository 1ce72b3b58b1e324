import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

const IS_WAITING = `status IN ('open', 'in_progress')`;

/** Messages that both sides of a ticket write, and the order of tickets by them. */
export class TicketMessages1800000000019 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // Runs again after a failure of a later statement, and then finds the table.
    await db.query(`
      DO $$ BEGIN
        IF to_regclass('ticket_messages') IS NOT NULL THEN RETURN; END IF;
        CREATE TABLE ticket_messages (
          id serial PRIMARY KEY,
          ticket_id int NOT NULL REFERENCES tickets,
          side text NOT NULL CHECK (side IN ('sender', 'staff')),
          -- The member of staff, as audit rows name people; null for the sender.
          author text CHECK ((author IS NULL) = (side = 'sender')),
          text text NOT NULL,
          -- As of tickets.
          request_key text UNIQUE,
          created_at timestamptz NOT NULL DEFAULT now()
        );
        CREATE INDEX ticket_messages_newest ON ticket_messages (ticket_id, id);
        CREATE INDEX ticket_messages_side ON ticket_messages (ticket_id, side, created_at);
        ALTER TABLE ticket_pictures ADD COLUMN message_id int REFERENCES ticket_messages;
        ALTER TABLE tickets ADD COLUMN messages int NOT NULL DEFAULT 0,
          ADD COLUMN last_message_at timestamptz,
          ADD COLUMN last_message_side text,
          -- Null for tickets of before, whose id is their rank.
          ADD COLUMN recency int,
          -- The resolved ticket that this one follows.
          ADD COLUMN follows_id int REFERENCES tickets;
        CREATE SEQUENCE ticket_recency AS int;
        ALTER TABLE tickets ALTER COLUMN recency SET DEFAULT nextval('ticket_recency');
        PERFORM setval('ticket_recency', (SELECT coalesce(max(id), 0) + 1 FROM tickets));
      END $$`);
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS ticket_pictures_message');
    await db.query(
      'CREATE INDEX CONCURRENTLY ticket_pictures_message ON ticket_pictures (message_id) WHERE message_id IS NOT NULL',
    );
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_follows');
    await db.query(
      'CREATE UNIQUE INDEX CONCURRENTLY tickets_follows ON tickets (follows_id) WHERE follows_id IS NOT NULL',
    );
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_by_recency');
    await db.query(`
      CREATE INDEX CONCURRENTLY tickets_by_recency ON tickets
        ((priority_support AND ${IS_WAITING}) DESC, (coalesce(recency, id)) DESC)`);
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_by_urgency');
    await db.query(`
      CREATE INDEX CONCURRENTLY tickets_by_urgency ON tickets ((${IS_WAITING}) DESC,
        (CASE WHEN ${IS_WAITING} THEN NOT priority_support END),
        (CASE WHEN ${IS_WAITING}
           THEN -array_position(ARRAY['low', 'medium', 'high', 'urgent'], priority) END),
        (CASE WHEN NOT (${IS_WAITING}) THEN -id WHEN messages > 0 THEN -coalesce(recency, id) ELSE id END))`);
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_newest');
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS tickets_urgent');
  }
}
