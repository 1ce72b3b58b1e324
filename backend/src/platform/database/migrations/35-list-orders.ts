import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the orders in which lists of the panel still read whole tables. */
export class ListOrders1700000000035 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Apart from ledger_balances, whose every update would have to touch an index of its balance.
      CREATE TABLE user_balances (
        kind text NOT NULL CHECK (kind IN ('credit', 'points')),
        user_id int NOT NULL,
        balance bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (kind, user_id)
      );
      CREATE INDEX user_balances_order ON user_balances (kind, balance, user_id);
      INSERT INTO user_balances (kind, user_id, balance)
      SELECT kind, u.id, coalesce(b.balance, 0)
        FROM users u CROSS JOIN (VALUES ('credit'), ('points')) AS kinds (kind)
        LEFT JOIN ledger_balances b ON b.account = kind || ':' || u.id;

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

      CREATE INDEX users_present ON users (id) WHERE deleted_at IS NULL;
      CREATE INDEX users_deleted ON users (id) WHERE deleted_at IS NOT NULL;

      CREATE INDEX tickets_newest ON tickets ((priority_support AND status IN ('open', 'in_progress')) DESC, id DESC);
      CREATE INDEX tickets_urgent ON tickets ((status IN ('open', 'in_progress')) DESC,
        (CASE WHEN status IN ('open', 'in_progress') THEN NOT priority_support END),
        (CASE WHEN status IN ('open', 'in_progress')
           THEN -array_position(ARRAY['low', 'medium', 'high', 'urgent'], priority) END),
        (CASE WHEN status IN ('open', 'in_progress') THEN id ELSE -id END));

      CREATE INDEX orders_open_total ON orders (total_cents, id) WHERE status IN ('pending', 'processing');
      CREATE INDEX orders_archived_due ON orders
        ((status = 'completed'), (NOT priority), (coalesce(due_at, 'infinity'::timestamptz)), id)
        WHERE status IN ('archived', 'cancelled');
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER users_start_balances ON users;
      DROP TRIGGER ledger_balances_follow ON ledger_balances;
      DROP FUNCTION start_user_balances, follow_balance;
      DROP TABLE user_balances;
      DROP INDEX users_present, users_deleted, tickets_newest, tickets_urgent, orders_open_total, orders_archived_due;
    `);
  }
}
