import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tickets and messages from Discord are stored once, also when an answer was lost and Discord sends them again. */
export class TicketRequests1700000000049 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Keyed hashes of the interactions that made the ticket, answered it, wrote the note.
      ALTER TABLE tickets ADD COLUMN request_key text UNIQUE, ADD COLUMN answer_key text;
      ALTER TABLE ticket_notes ADD COLUMN request_key text UNIQUE;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE tickets DROP COLUMN request_key, DROP COLUMN answer_key;
      ALTER TABLE ticket_notes DROP COLUMN request_key;
    `);
  }
}
