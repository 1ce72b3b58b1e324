import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Ledger of everything that can run out, balances of people in lists, and rewards. */
export class Wallet1800000000003 extends Migration {
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

      -- Apart from ledger_balances, whose every update would have to touch an index of its balance.
      CREATE TABLE user_balances (
        kind text NOT NULL CHECK (kind IN ('credit', 'points')),
        user_id int NOT NULL,
        balance bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (kind, user_id)
      );
      CREATE INDEX user_balances_order ON user_balances (kind, balance, user_id);

      -- A row for each account from its start, so that those without a balance are in the list as well.
      CREATE FUNCTION start_user_balances() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO user_balances (kind, user_id) VALUES ('credit', NEW.id), ('points', NEW.id) ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_start_balances AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION start_user_balances();
      CREATE FUNCTION follow_balance() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO user_balances AS kept (kind, user_id, balance)
        VALUES (split_part(NEW.account, ':', 1), split_part(NEW.account, ':', 2)::int, NEW.balance)
        ON CONFLICT (kind, user_id) DO UPDATE SET balance = excluded.balance;
        RETURN NULL;
      END $$;
      CREATE TRIGGER ledger_balances_follow AFTER INSERT OR UPDATE OF balance ON ledger_balances FOR EACH ROW
        WHEN (NEW.account >= 'credit:' AND NEW.account < 'credit;' OR NEW.account >= 'points:' AND NEW.account < 'points;')
        EXECUTE FUNCTION follow_balance();

      -- Whether a reward is free, held or used is not here: the ledger has it.
      CREATE TABLE rewards (
        id serial PRIMARY KEY,
        user_id int NOT NULL REFERENCES users,
        key text NOT NULL,
        code text NOT NULL UNIQUE,
        points_cost int NOT NULL CHECK (points_cost > 0),
        -- Idempotency key of the request: a repeat finds this row.
        request_id text,
        redeemed_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        UNIQUE (user_id, request_id)
      );
      CREATE INDEX rewards_user ON rewards (user_id, id);
    `);
  }
}
