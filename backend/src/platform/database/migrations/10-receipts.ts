import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where receipts are mailed to, the mails of paid purchases, and what is kept of purchases for disputes. */
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

      -- Where purchases were placed from; emptied after EVIDENCE_DAYS, read for disputes only.
      CREATE TABLE purchase_evidence (
        checkout_id int PRIMARY KEY REFERENCES checkouts,
        -- Encrypted under TOKEN_KEY; the hash says only whether two are the same.
        address_sealed text,
        address_hash text,
        user_agent text,
        recorded_at timestamptz NOT NULL,
        emptied_at timestamptz
      );
      CREATE INDEX purchase_evidence_due ON purchase_evidence (recorded_at) WHERE emptied_at IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE purchase_evidence, receipt_mails, receipt_addresses`);
  }
}
