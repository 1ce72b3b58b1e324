import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The orders that payments become, and the claims of the join reward. */
export class Orders1700000000006 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE orders (
        id serial PRIMARY KEY,
        checkout_id int REFERENCES checkouts,
        line_no int,
        kind text NOT NULL DEFAULT 'purchase',
        user_id int NOT NULL REFERENCES users,
        product_id int NOT NULL REFERENCES products,
        product_name text NOT NULL,
        category text NOT NULL,
        discord_username text,
        minecraft_name text,
        quantity int NOT NULL,
        coins bigint,
        total_cents int NOT NULL,
        cash_cents int NOT NULL DEFAULT 0,
        -- Of the cash; everything else went back in proportion.
        refunded_cents int NOT NULL DEFAULT 0,
        credit_cents int NOT NULL DEFAULT 0,
        bonus_cents int NOT NULL DEFAULT 0,
        points int NOT NULL DEFAULT 0,
        commission_cents int NOT NULL DEFAULT 0,
        commission_user_id int REFERENCES users,
        referral_code text,
        referral_discount_cents int NOT NULL DEFAULT 0,
        status text NOT NULL DEFAULT 'pending',
        payment_status text NOT NULL DEFAULT 'paid',
        priority boolean NOT NULL DEFAULT false,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        due_at timestamptz,
        completed_at timestamptz,
        archived_at timestamptz,
        cancelled_at timestamptz,
        -- By its buyer, before anybody took it.
        withdrawn boolean NOT NULL DEFAULT false,
        UNIQUE (checkout_id, line_no),
        CHECK (total_cents = cash_cents + credit_cents + bonus_cents),
        CHECK (refunded_cents BETWEEN 0 AND greatest(cash_cents, 0))
      );
      CREATE INDEX orders_user ON orders (user_id, id);
      CREATE INDEX orders_active ON orders (status, id);
      CREATE INDEX orders_commission ON orders (commission_user_id, id) WHERE commission_user_id IS NOT NULL;

      CREATE TABLE order_history (
        order_id int NOT NULL REFERENCES orders,
        version int NOT NULL,
        from_status text,
        to_status text NOT NULL,
        actor text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (order_id, version)
      );

      -- One row per join reward. A reward whose order was cancelled is free again; the others stay for ever.
      CREATE TABLE join_claims (
        order_id int PRIMARY KEY REFERENCES orders,
        user_id int NOT NULL REFERENCES users,
        discord_id text NOT NULL,
        -- The game name without case; null where none was given.
        game_name_key text,
        created_at timestamptz NOT NULL DEFAULT now(),
        freed_at timestamptz
      );
      CREATE UNIQUE INDEX join_claims_user ON join_claims (user_id) WHERE freed_at IS NULL;
      CREATE UNIQUE INDEX join_claims_discord ON join_claims (discord_id) WHERE freed_at IS NULL;
      CREATE UNIQUE INDEX join_claims_name ON join_claims (game_name_key) WHERE freed_at IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE join_claims, order_history, orders`);
  }
}
