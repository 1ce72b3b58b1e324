import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for each order and search of the panel's lists, which stay fast with 100,000 rows. */
export class PanelLists1700000000016 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;

      CREATE INDEX orders_active_newest ON orders ((priority AND status IN ('pending', 'processing')) DESC, id DESC)
        WHERE status IN ('pending', 'processing', 'completed');
      CREATE INDEX orders_active_due ON orders
        ((status = 'completed'), (NOT priority), (coalesce(due_at, 'infinity'::timestamptz)), id)
        WHERE status IN ('pending', 'processing', 'completed');
      CREATE INDEX orders_archived ON orders (id) WHERE status IN ('archived', 'cancelled');
      CREATE INDEX orders_total ON orders (total_cents, id);
      CREATE INDEX orders_search ON orders USING gin
        (lower(product_name || ' ' || coalesce(discord_username, '') || ' ' || coalesce(minecraft_name, '')) gin_trgm_ops);

      CREATE INDEX users_spent ON users (total_spent_cents, id);
      CREATE INDEX users_blocked ON users (id) WHERE blocked_at IS NOT NULL;
      CREATE INDEX users_username_search ON users USING gin (lower(username) gin_trgm_ops);
      CREATE INDEX users_search ON users USING gin
        (lower(username || ' ' || coalesce(discord_username, '') || ' ' || coalesce(minecraft_name, '') || ' '
               || coalesce(referral_code, '')) gin_trgm_ops);

      CREATE INDEX tickets_ended ON tickets (id) WHERE status IN ('resolved', 'closed');
      CREATE INDEX tickets_search ON tickets USING gin
        (lower(subject || ' ' || name || ' ' || email || ' ' || message) gin_trgm_ops);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX orders_active_newest, orders_active_due, orders_archived, orders_total, orders_search, users_spent,
        users_blocked, users_username_search, users_search, tickets_ended, tickets_search;
      DROP EXTENSION pg_trgm;
    `);
  }
}
