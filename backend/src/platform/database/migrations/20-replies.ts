import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One queue for mails of every kind, and how answers to tickets reach and please their senders. */
export class Replies1700000000020 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
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
      INSERT INTO mails (kind, about, state, attempts, next_try_at, last_error, created_at, ended_at)
      SELECT 'receipt', c.ref, m.state, m.attempts, m.next_try_at, m.last_error, m.created_at, m.ended_at
        FROM receipt_mails m JOIN checkouts c ON c.id = m.checkout_id ORDER BY m.created_at;
      DROP TABLE receipt_mails;

      ALTER TABLE tickets
        -- Of the mails about it.
        ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de')),
        ADD COLUMN rating int CHECK (rating BETWEEN 1 AND 5),
        ADD CHECK (rating IS NULL OR response IS NOT NULL);
      CREATE INDEX tickets_email ON tickets (lower(email), created_at);

      -- Further secrets of tickets, one for each try of a mail; the mail alone has the secret itself.
      CREATE TABLE ticket_links (
        token_hash text PRIMARY KEY,
        ticket_id int NOT NULL REFERENCES tickets,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ticket_links_ticket ON ticket_links (ticket_id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE ticket_links;
      DROP INDEX tickets_email;
      ALTER TABLE tickets DROP COLUMN language, DROP COLUMN rating;
      CREATE TABLE receipt_mails (
        checkout_id int PRIMARY KEY REFERENCES checkouts,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'parked', 'dropped')),
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz
      );
      CREATE INDEX receipt_mails_waiting ON receipt_mails (next_try_at) WHERE state = 'waiting';
      INSERT INTO receipt_mails
      SELECT c.id, m.state, m.attempts, m.next_try_at, m.last_error, m.created_at, m.ended_at
        FROM mails m JOIN checkouts c ON m.kind = 'receipt' AND c.ref = m.about;
      DROP TABLE mails;
    `);
  }
}
