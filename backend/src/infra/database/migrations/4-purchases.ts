import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment attempts, the orders they become, and what providers said. */
export class Purchases1700000000004 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE checkouts (
        id serial PRIMARY KEY,
        ref text NOT NULL UNIQUE,
        user_id int NOT NULL REFERENCES users,
        state text NOT NULL,
        method text NOT NULL,
        version int NOT NULL DEFAULT 1,
        -- Hash of what was asked for: an identical repeat answers the same checkout.
        fingerprint text NOT NULL,
        quote jsonb NOT NULL,
        total_cents int NOT NULL CHECK (total_cents >= 0),
        credit_cents int NOT NULL DEFAULT 0,
        bonus_cents int NOT NULL DEFAULT 0,
        currency text NOT NULL DEFAULT 'usd',
        game_name text NOT NULL,
        discord_name text NOT NULL,
        consent_version text NOT NULL,
        consent_at timestamptz NOT NULL,
        referral_code text,
        -- How often goods were set aside: names the acts of the ledger.
        holds int NOT NULL DEFAULT 0,
        holding boolean NOT NULL DEFAULT false,
        provider_request jsonb,
        provider_attempt int NOT NULL DEFAULT 1,
        provider_session_id text UNIQUE,
        provider_url text,
        -- When the provider's session ends by itself.
        session_expires_at timestamptz,
        -- A create that was not accepted by then fails the checkout.
        accept_until timestamptz,
        -- When the provider is asked next, should nothing be heard of it.
        next_check_at timestamptz,
        cancel_requested_at timestamptz,
        points int NOT NULL DEFAULT 0,
        refunded_cents int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        paid_at timestamptz,
        ended_at timestamptz
      );
      CREATE INDEX checkouts_user ON checkouts (user_id, created_at);
      CREATE UNIQUE INDEX checkouts_one_open ON checkouts (user_id) WHERE state = 'open';
      CREATE INDEX checkouts_unsettled ON checkouts (next_check_at) WHERE state IN ('open', 'confirming');

      CREATE TABLE checkout_lines (
        checkout_id int NOT NULL REFERENCES checkouts,
        line_no int NOT NULL,
        product_id int NOT NULL REFERENCES products,
        name text NOT NULL,
        category text NOT NULL,
        quantity int NOT NULL CHECK (quantity > 0),
        custom_amount int,
        coins bigint NOT NULL DEFAULT 0,
        unit_cents int NOT NULL,
        line_cents int NOT NULL,
        discount_cents int NOT NULL,
        PRIMARY KEY (checkout_id, line_no)
      );

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
        UNIQUE (checkout_id, line_no),
        CHECK (total_cents = cash_cents + credit_cents + bonus_cents)
      );
      CREATE INDEX orders_user ON orders (user_id, id);
      CREATE INDEX orders_active ON orders (status, id);

      CREATE TABLE order_history (
        order_id int NOT NULL REFERENCES orders,
        version int NOT NULL,
        from_status text,
        to_status text NOT NULL,
        actor text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (order_id, version)
      );

      -- Verified messages only; stored before they are answered.
      CREATE TABLE provider_messages (
        id bigserial PRIMARY KEY,
        provider text NOT NULL,
        event_id text NOT NULL,
        type text NOT NULL,
        payload jsonb NOT NULL,
        received_at timestamptz NOT NULL DEFAULT now(),
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        processed_at timestamptz,
        result text,
        UNIQUE (provider, event_id)
      );
      CREATE INDEX provider_messages_waiting ON provider_messages (next_try_at) WHERE processed_at IS NULL;

      CREATE TABLE payments (
        id serial PRIMARY KEY,
        checkout_id int NOT NULL REFERENCES checkouts,
        provider text NOT NULL,
        provider_ref text NOT NULL,
        kind text NOT NULL DEFAULT 'capture',
        amount_cents int NOT NULL CHECK (amount_cents >= 0),
        currency text NOT NULL,
        -- settled: its checkout became paid by it; stranded: nothing could take it, it goes back.
        state text NOT NULL CHECK (state IN ('settled', 'stranded')),
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (provider, provider_ref, kind)
      );
      CREATE UNIQUE INDEX payments_one_settled ON payments (checkout_id) WHERE state = 'settled';

      CREATE TABLE refunds (
        id serial PRIMARY KEY,
        payment_id int NOT NULL REFERENCES payments,
        order_id int UNIQUE REFERENCES orders,
        amount_cents int NOT NULL CHECK (amount_cents > 0),
        reason text NOT NULL,
        state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'manual', 'done')),
        provider_ref text UNIQUE,
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz
      );
      CREATE INDEX refunds_waiting ON refunds (next_try_at) WHERE state = 'requested';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'DROP TABLE refunds, payments, provider_messages, order_history, orders, checkout_lines, checkouts',
    );
  }
}
