import type { QueryRunner } from 'typeorm';
import { countingOf } from './counting.js';
import { Migration } from './migration.js';

/** Pictures, and tickets with what belongs to them. */
export class Support1800000000006 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- The same bytes are stored once, whoever sends them.
      CREATE TABLE pictures (
        hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
        bytes bytea NOT NULL,
        width int NOT NULL CHECK (width > 0),
        height int NOT NULL CHECK (height > 0),
        stored_at timestamptz NOT NULL DEFAULT now()
      );
      -- WebP cannot be compressed further.
      ALTER TABLE pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;

      -- Uploaded for products: everybody may see them.
      CREATE TABLE product_pictures (
        hash text PRIMARY KEY REFERENCES pictures,
        uploaded_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE tickets (
        id serial PRIMARY KEY,
        -- The sender's account; null for a visitor.
        user_id int REFERENCES users,
        name text NOT NULL,
        email text NOT NULL,
        -- Of the mails about it.
        language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de')),
        subject text NOT NULL,
        message text NOT NULL,
        priority text NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
        status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'resolved', 'closed')),
        response text,
        rating int CHECK (rating BETWEEN 1 AND 5),
        -- The sender's tier when the ticket was sent, and whether it comes first.
        tier text,
        priority_support boolean NOT NULL DEFAULT false,
        -- SHA-256 of the secret in the sender's link; null where the account page shows the ticket.
        token_hash text UNIQUE,
        -- Keyed hashes of the interactions in Discord that made and answered it, which Discord may send again.
        request_key text UNIQUE,
        answer_key text,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        -- For searches, as in users.
        searched text COLLATE "C" GENERATED ALWAYS AS
          (lower(subject || ' ' || name || ' ' || email || ' ' || message)) STORED,
        CHECK (response IS NULL OR status = 'resolved'),
        CHECK ((ended_at IS NOT NULL) = (status IN ('resolved', 'closed'))),
        CHECK (rating IS NULL OR response IS NOT NULL)
      );
      CREATE INDEX tickets_user ON tickets (user_id, id) WHERE user_id IS NOT NULL;
      CREATE INDEX tickets_email ON tickets (lower(email), created_at);
      -- Lists and searches of the panel.
      CREATE INDEX tickets_waiting ON tickets (priority_support, id) WHERE status IN ('open', 'in_progress');
      CREATE INDEX tickets_ended ON tickets (id) WHERE status IN ('resolved', 'closed');
      CREATE INDEX tickets_newest ON tickets ((priority_support AND status IN ('open', 'in_progress')) DESC, id DESC);
      CREATE INDEX tickets_urgent ON tickets ((status IN ('open', 'in_progress')) DESC,
        (CASE WHEN status IN ('open', 'in_progress') THEN NOT priority_support END),
        (CASE WHEN status IN ('open', 'in_progress')
           THEN -array_position(ARRAY['low', 'medium', 'high', 'urgent'], priority) END),
        (CASE WHEN status IN ('open', 'in_progress') THEN id ELSE -id END));
      CREATE INDEX tickets_search ON tickets USING gin (searched gin_trgm_ops);
      ${countingOf('tickets', "'tickets:' || status")}

      -- Further secrets of tickets, one for each try of a mail; the mail alone has the secret itself.
      CREATE TABLE ticket_links (
        token_hash text PRIMARY KEY,
        ticket_id int NOT NULL REFERENCES tickets,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ticket_links_ticket ON ticket_links (ticket_id);
      CREATE INDEX ticket_links_created ON ticket_links (created_at);

      -- Notes of staff.
      CREATE TABLE ticket_notes (
        id serial PRIMARY KEY,
        ticket_id int NOT NULL REFERENCES tickets,
        author_id int NOT NULL REFERENCES users,
        text text NOT NULL,
        -- As of tickets.
        request_key text UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ticket_notes_ticket ON ticket_notes (ticket_id, id);

      -- Lines that staff wrote in the threads of tickets in Discord.
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
      CREATE INDEX ticket_lines_of ON ticket_lines (ticket_id, written_at);
      CREATE INDEX ticket_lines_by ON ticket_lines (author_id);

      CREATE TABLE ticket_pictures (
        -- SHA-256 of the secret by which a ticket takes it.
        ref_hash text PRIMARY KEY,
        hash text NOT NULL REFERENCES pictures,
        -- Null until a ticket took it.
        ticket_id int REFERENCES tickets,
        place int,
        uploaded_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((ticket_id IS NULL) = (place IS NULL))
      );
      CREATE INDEX ticket_pictures_ticket ON ticket_pictures (ticket_id, place) WHERE ticket_id IS NOT NULL;
      CREATE INDEX ticket_pictures_unclaimed ON ticket_pictures (uploaded_at) WHERE ticket_id IS NULL;
      CREATE INDEX ticket_pictures_hash ON ticket_pictures (hash);
    `);
  }
}
