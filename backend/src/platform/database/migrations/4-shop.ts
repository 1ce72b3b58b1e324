import type { QueryRunner } from 'typeorm';
import { countingOf } from './counting.js';
import { Migration } from './migration.js';

/** Products, payment attempts with the lines that were priced, and the orders that payments become. */
export class Shop1800000000004 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(String.raw`
      -- Stock is not here: the ledger has it.
      CREATE TABLE products (
        id serial PRIMARY KEY,
        name text NOT NULL,
        category text NOT NULL CHECK (category IN ('coins', 'items', 'bases', 'armor')),
        description text NOT NULL DEFAULT '',
        image text NOT NULL DEFAULT '',
        image_fit text NOT NULL DEFAULT 'cover',
        price_cents int NOT NULL CHECK (price_cents >= 0),
        original_price_cents int,
        amount text,
        coin_value bigint CHECK (coin_value > 0),
        is_custom boolean NOT NULL DEFAULT false,
        is_best_value boolean NOT NULL DEFAULT false,
        is_limited_stock boolean NOT NULL DEFAULT false,
        is_hidden boolean NOT NULL DEFAULT false,
        display_order int CHECK (display_order > 0),
        bulk_min_quantity int CHECK (bulk_min_quantity > 1),
        bulk_price_cents int CHECK (bulk_price_cents >= 0),
        available_from timestamptz,
        deleted_at timestamptz,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        CHECK ((bulk_min_quantity IS NULL) = (bulk_price_cents IS NULL)),
        CHECK (NOT is_custom OR category = 'coins')
      );

      -- What products were of late, so that staff hear of a price below half of one, whatever steps led there.
      CREATE TABLE former_prices (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        product_id int NOT NULL REFERENCES products,
        name text,
        price_cents int NOT NULL,
        coin_value bigint,
        is_custom boolean NOT NULL DEFAULT false,
        amount text,
        until timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX former_prices_until ON former_prices (until);
      CREATE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM former_prices WHERE until < now() - interval '8 days';
        INSERT INTO former_prices (product_id, name, price_cents, coin_value, is_custom, amount)
        VALUES (OLD.id, OLD.name, OLD.price_cents, OLD.coin_value, OLD.is_custom, OLD.amount);
        RETURN NULL;
      END $$;
      CREATE TRIGGER products_former_price AFTER UPDATE ON products FOR EACH ROW
        WHEN ((OLD.name, OLD.price_cents, OLD.coin_value, OLD.is_custom, OLD.amount)
          IS DISTINCT FROM (NEW.name, NEW.price_cents, NEW.coin_value, NEW.is_custom, NEW.amount))
        EXECUTE FUNCTION keep_former_price();

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
        reward_id int REFERENCES rewards,
        -- How often goods were set aside: names the ledger's journal entries.
        holds int NOT NULL DEFAULT 0,
        holding boolean NOT NULL DEFAULT false,
        -- Until when a confirming checkout holds, and when its hold ended.
        hold_until timestamptz,
        hold_ended_at timestamptz,
        -- Keyed hash of where it was placed from, of accounts without a delivered order; emptied when the hold ends.
        address_hash text,
        by_new_account boolean NOT NULL DEFAULT false,
        -- For a game name that a blocked account ordered for.
        blocked_name boolean NOT NULL DEFAULT false,
        provider_request jsonb,
        provider_attempt int NOT NULL DEFAULT 1,
        provider_session_id text UNIQUE,
        provider_url text,
        -- When the provider's session ends by itself.
        session_expires_at timestamptz,
        -- When the provider is asked next, if no message of it comes.
        next_check_at timestamptz,
        -- How often it was asked without news, and how often the buyer's instrument was declined.
        checks int NOT NULL DEFAULT 0,
        declines int NOT NULL DEFAULT 0,
        -- Since when the provider of a confirming checkout says that it knows no such payment.
        unknown_since timestamptz,
        -- Tries that the provider still decides about, and those that it refused.
        pending_tries text[] NOT NULL DEFAULT '{}',
        refused_tries text[] NOT NULL DEFAULT '{}',
        cancel_requested_at timestamptz,
        points int NOT NULL DEFAULT 0,
        refunded_cents int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        paid_at timestamptz,
        ended_at timestamptz
      );
      CREATE INDEX checkouts_user ON checkouts (user_id, created_at);
      CREATE UNIQUE INDEX checkouts_one_open ON checkouts (user_id) WHERE state = 'open';
      CREATE INDEX checkouts_reward ON checkouts (reward_id) WHERE reward_id IS NOT NULL;
      CREATE INDEX checkouts_address ON checkouts (address_hash) WHERE holding;
      CREATE INDEX checkouts_user_holding ON checkouts (user_id) WHERE holding;
      CREATE INDEX checkouts_unsettled ON checkouts (next_check_at) WHERE state IN ('open', 'confirming');
      -- Prices and commissions of friends look up what friends' checkouts for a game name took, of deleted accounts too.
      CREATE INDEX checkouts_referred_names ON checkouts
        ((regexp_replace(lower(regexp_replace(btrim(game_name), '^\.', '')), ' +', '_', 'g')))
        WHERE (quote -> 'discounts' ->> 'referral')::numeric > 0;

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
        -- For a game name that a blocked account ordered for.
        blocked_name boolean NOT NULL DEFAULT false,
        quantity int NOT NULL,
        coins bigint,
        total_cents int NOT NULL,
        cash_cents int NOT NULL DEFAULT 0,
        -- Of the cash; everything else went back in proportion.
        refunded_cents int NOT NULL DEFAULT 0,
        -- Of the cash of a delivered order, what a lost dispute took.
        lost_cents int NOT NULL DEFAULT 0,
        credit_cents int NOT NULL DEFAULT 0,
        bonus_cents int NOT NULL DEFAULT 0,
        points int NOT NULL DEFAULT 0,
        -- at_payment: by an earlier version, which names no value.
        earnings text NOT NULL DEFAULT 'at_payment',
        commission_cents int NOT NULL DEFAULT 0,
        commission_user_id int REFERENCES users,
        referral_code text,
        referral_discount_cents int NOT NULL DEFAULT 0,
        status text NOT NULL DEFAULT 'pending',
        payment_status text NOT NULL DEFAULT 'paid',
        priority boolean NOT NULL DEFAULT false,
        -- As audit rows name them: an account by its number, or a Discord id.
        processed_by text,
        version int NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT now(),
        due_at timestamptz,
        -- When staff were told that it is past its time; set once for ever, so that an order is told of once.
        overdue_at timestamptz,
        completed_at timestamptz,
        -- The buyer's own word that the goods arrived.
        received_at timestamptz,
        archived_at timestamptz,
        cancelled_at timestamptz,
        -- By its buyer, before anybody took it.
        withdrawn boolean NOT NULL DEFAULT false,
        -- For searches, as in users.
        searched text COLLATE "C" GENERATED ALWAYS AS (lower(product_name || ' ' || coalesce(discord_username, '') || ' '
          || coalesce(minecraft_name, ''))) STORED,
        UNIQUE (checkout_id, line_no),
        CHECK (total_cents = cash_cents + credit_cents + bonus_cents),
        CHECK (refunded_cents BETWEEN 0 AND greatest(cash_cents, 0)),
        CONSTRAINT orders_earnings CHECK (earnings IN ('at_payment', 'pending', 'booked'))
      );
      CREATE INDEX orders_user ON orders (user_id, id);
      CREATE INDEX orders_active ON orders (status, id);
      CREATE INDEX orders_commission ON orders (commission_user_id, id) WHERE commission_user_id IS NOT NULL;
      CREATE INDEX orders_due ON orders (due_at)
        WHERE overdue_at IS NULL AND due_at IS NOT NULL AND status IN ('pending', 'processing');
      -- Delivered orders whose earnings are not booked; there are none but during an upgrade.
      CREATE INDEX orders_late_earnings ON orders (id)
        WHERE earnings = 'pending' AND status IN ('completed', 'archived');

      -- Each order of the panel's lists of orders, which stay fast with 100,000 rows.
      CREATE INDEX orders_active_newest ON orders ((priority AND status IN ('pending', 'processing')) DESC, id DESC)
        WHERE status IN ('pending', 'processing', 'completed');
      CREATE INDEX orders_active_groups ON orders
        ((CASE WHEN status NOT IN ('pending', 'processing') THEN 2 WHEN priority THEN 0 ELSE 1 END),
         (coalesce(due_at, 'infinity'::timestamptz)), id)
        WHERE status IN ('pending', 'processing', 'completed');
      CREATE INDEX orders_archived ON orders (id) WHERE status IN ('archived', 'cancelled');
      CREATE INDEX orders_archived_groups ON orders
        ((CASE WHEN status NOT IN ('pending', 'processing') THEN 2 WHEN priority THEN 0 ELSE 1 END),
         (coalesce(due_at, 'infinity'::timestamptz)), id)
        WHERE status IN ('archived', 'cancelled');
      CREATE INDEX orders_total ON orders (total_cents, id);
      CREATE INDEX orders_open_total ON orders (total_cents, id) WHERE status IN ('pending', 'processing');
      -- A search reads the texts of its own list only: most orders of a shop that is years old are archived.
      CREATE INDEX orders_search_active ON orders USING gin (searched gin_trgm_ops)
        WHERE status IN ('pending', 'processing', 'completed');
      CREATE INDEX orders_search_archived ON orders USING gin (searched gin_trgm_ops)
        WHERE status IN ('archived', 'cancelled');
      ${countingOf('orders', "'orders:' || status")}

      CREATE TABLE order_history (
        order_id int NOT NULL REFERENCES orders,
        version int NOT NULL,
        from_status text,
        to_status text NOT NULL,
        actor text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (order_id, version)
      );

      -- Why staff did something; apart from the audit, which keeps no text of persons and can not be emptied.
      CREATE TABLE order_reasons (
        audit_id bigint PRIMARY KEY REFERENCES audit_log,
        order_id int NOT NULL REFERENCES orders,
        text text NOT NULL
      );
      CREATE INDEX order_reasons_order ON order_reasons (order_id, audit_id);

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
}
