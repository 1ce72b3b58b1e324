import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment attempts with the lines that were priced. */
export class Checkouts1700000000005 implements MigrationInterface {
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
        reward_id int REFERENCES rewards,
        -- How often goods were set aside: names the ledger's journal entries.
        holds int NOT NULL DEFAULT 0,
        holding boolean NOT NULL DEFAULT false,
        -- Keyed hash of where it was placed from; only of accounts without a delivered order, and emptied when the hold ends.
        address_hash text,
        provider_request jsonb,
        provider_attempt int NOT NULL DEFAULT 1,
        provider_session_id text UNIQUE,
        provider_url text,
        -- When the provider's session ends by itself.
        session_expires_at timestamptz,
        -- A create that was not accepted by then fails the checkout.
        -- When the provider is asked next, if no message of it comes.
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
      CREATE INDEX checkouts_reward ON checkouts (reward_id) WHERE reward_id IS NOT NULL;
      CREATE INDEX checkouts_address ON checkouts (address_hash) WHERE holding;
      CREATE INDEX checkouts_user_holding ON checkouts (user_id) WHERE holding;
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
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE checkout_lines, checkouts`);
  }
}
