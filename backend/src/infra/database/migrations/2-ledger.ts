import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Everything that can run out: deeds, entries, balances. */
export class Ledger1700000000002 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE ledger_acts (
        act text COLLATE "C" PRIMARY KEY,
        -- The deed this one undoes; each is undone at most once.
        undoes text COLLATE "C" UNIQUE REFERENCES ledger_acts,
        reason text NOT NULL,
        actor text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE ledger_entries (
        id bigserial PRIMARY KEY,
        act text COLLATE "C" NOT NULL REFERENCES ledger_acts,
        account text COLLATE "C" NOT NULL,
        delta bigint NOT NULL CHECK (delta <> 0),
        UNIQUE (act, account)
      );
      CREATE INDEX ledger_entries_account ON ledger_entries (account, id);
      CREATE TABLE ledger_balances (
        account text COLLATE "C" PRIMARY KEY,
        balance bigint NOT NULL DEFAULT 0,
        -- Raised by every change of a pair of accounts; kept on the free one.
        version int NOT NULL DEFAULT 0,
        -- Raised only when free + held changes: what edits of stock, pool and credit name.
        on_hand_version int NOT NULL DEFAULT 0
      );
      CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE TRIGGER ledger_acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_acts
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE ledger_balances, ledger_entries, ledger_acts');
  }
}
