import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where receipts are mailed to, and the mails of paid purchases. */
export class Receipts1700000000010 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Given by the account for receipts alone; proves nothing and is used for nothing else.
      CREATE TABLE receipt_addresses (
        user_id int PRIMARY KEY REFERENCES users,
        email text NOT NULL,
        language text NOT NULL CHECK (language IN ('en', 'de'))
      );

      -- One per purchase, written when its payment is relayed; the address is read when it is sent.
      CREATE TABLE receipt_mails (
        checkout_id int PRIMARY KEY REFERENCES checkouts,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'parked', 'dropped')),
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        -- Codes of the last failure; null while a try is under way.
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz
      );
      CREATE INDEX receipt_mails_waiting ON receipt_mails (next_try_at) WHERE state = 'waiting';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE receipt_mails, receipt_addresses`);
  }
}
