import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everything that can run out: journal, lines, balances. */
export class Ledger1700000000002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE ledger_journal (
        idempotency_key text COLLATE "C" PRIMARY KEY,
        -- The entry that this one reverses; each is reversed at most once.
        reverses text COLLATE "C" UNIQUE REFERENCES ledger_journal,
        reason text NOT NULL,
        actor text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE ledger_lines (
        id bigserial PRIMARY KEY,
        idempotency_key text COLLATE "C" NOT NULL REFERENCES ledger_journal,
        account text COLLATE "C" NOT NULL,
        delta bigint NOT NULL CHECK (delta <> 0),
        UNIQUE (idempotency_key, account)
      );
      CREATE INDEX ledger_lines_account ON ledger_lines (account, id);
      CREATE TABLE ledger_balances (
        account text COLLATE "C" PRIMARY KEY,
        balance bigint NOT NULL DEFAULT 0,
        -- Raised by every change of a pair of accounts; kept on the free one.
        version int NOT NULL DEFAULT 0,
        -- Raised only when free + held changes: what edits of stock, pool and credit name.
        on_hand_version int NOT NULL DEFAULT 0
      );
      CREATE TRIGGER ledger_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE TRIGGER ledger_journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_journal
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE ledger_balances, ledger_lines, ledger_journal');
  }
}
