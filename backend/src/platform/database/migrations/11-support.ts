import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Support tickets and the notes that staff write beside them. */
export class Support1700000000011 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE tickets (
        id serial PRIMARY KEY,
        -- The sender's account; null for a visitor.
        user_id int REFERENCES users,
        name text NOT NULL,
        email text NOT NULL,
        subject text NOT NULL,
        message text NOT NULL,
        priority text NOT NULL CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
        status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'resolved', 'closed')),
        response text,
        -- The sender's tier when the ticket was sent, and whether it comes first.
        tier text,
        priority_support boolean NOT NULL DEFAULT false,
        -- SHA-256 of the secret in the sender's link; null where the account page shows the ticket.
        token_hash text UNIQUE,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz,
        CHECK (response IS NULL OR status = 'resolved'),
        CHECK ((ended_at IS NOT NULL) = (status IN ('resolved', 'closed')))
      );
      CREATE INDEX tickets_user ON tickets (user_id, id) WHERE user_id IS NOT NULL;
      CREATE INDEX tickets_waiting ON tickets (priority_support, id) WHERE status IN ('open', 'in_progress');

      CREATE TABLE ticket_notes (
        id serial PRIMARY KEY,
        ticket_id int NOT NULL REFERENCES tickets,
        author_id int NOT NULL REFERENCES users,
        text text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ticket_notes_ticket ON ticket_notes (ticket_id, id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE ticket_notes, tickets`);
  }
}
