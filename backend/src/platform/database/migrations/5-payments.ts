import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Money of the shop's checkouts: messages of providers, captures, refunds, disputes, receipts. */
export class Payments1800000000005 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
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
      CREATE INDEX provider_messages_early ON provider_messages (id) WHERE result LIKE 'unknown payment %';
      CREATE INDEX provider_messages_kept ON provider_messages (processed_at) WHERE payload <> '{}';

      CREATE TABLE payments (
        id serial PRIMARY KEY,
        checkout_id int NOT NULL REFERENCES checkouts,
        provider text NOT NULL,
        provider_ref text NOT NULL,
        kind text NOT NULL DEFAULT 'capture',
        amount_cents int NOT NULL CHECK (amount_cents >= 0),
        currency text NOT NULL,
        -- settled: its checkout became paid by it; stranded: no checkout could take it, so it is refunded.
        state text NOT NULL CHECK (state IN ('settled', 'stranded')),
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (provider, provider_ref, kind)
      );
      CREATE UNIQUE INDEX payments_one_settled ON payments (checkout_id) WHERE state = 'settled';
      -- Money that came for orders which are void is read with each of them.
      CREATE INDEX payments_stranded ON payments (checkout_id) WHERE state = 'stranded';

      CREATE TABLE refunds (
        id serial PRIMARY KEY,
        payment_id int NOT NULL REFERENCES payments,
        order_id int REFERENCES orders,
        amount_cents int NOT NULL CHECK (amount_cents > 0),
        reason text NOT NULL,
        state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'manual', 'done')),
        -- Staff marked it as done, so that the provider's later message is about it and not new money.
        by_hand boolean NOT NULL DEFAULT false,
        -- The refund that it was split from, because the provider may still make the whole.
        part_of int,
        -- Of several rows where a refund made at the provider is of several orders.
        provider_ref text,
        bounced_refs text[] NOT NULL DEFAULT '{}',
        attempts int NOT NULL DEFAULT 0,
        -- Raised when a retry needs a new idempotency key.
        provider_attempt int NOT NULL DEFAULT 1,
        next_try_at timestamptz NOT NULL DEFAULT now(),
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz
      );
      CREATE INDEX refunds_order ON refunds (order_id);
      CREATE INDEX refunds_payment ON refunds (payment_id);
      CREATE INDEX refunds_provider_ref ON refunds (provider_ref);
      CREATE INDEX refunds_waiting ON refunds (next_try_at) WHERE state = 'requested';

      -- Payments that a bank or the provider may take back; what a lost one took is a refund with its reference.
      CREATE TABLE disputes (
        id serial PRIMARY KEY,
        payment_id int NOT NULL REFERENCES payments,
        provider_ref text NOT NULL,
        amount_cents int NOT NULL CHECK (amount_cents > 0),
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'won', 'lost')),
        reminded_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        closed_at timestamptz,
        UNIQUE (payment_id, provider_ref)
      );

      -- Payments that were called probable fraud.
      CREATE TABLE fraud_warnings (
        payment_id int PRIMARY KEY REFERENCES payments,
        provider_ref text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      -- The last comparison with each provider; amounts in cents.
      CREATE TABLE reconciliations (
        provider text PRIMARY KEY,
        checked_at timestamptz,
        total_cents bigint NOT NULL DEFAULT 0,
        matched_cents bigint NOT NULL DEFAULT 0,
        oldest_unmatched_at timestamptz,
        differences jsonb NOT NULL DEFAULT '[]'
      );

      -- Given by the account for receipts alone; proves nothing and is used for nothing else.
      CREATE TABLE receipt_addresses (
        user_id int PRIMARY KEY REFERENCES users,
        email text NOT NULL,
        language text NOT NULL CHECK (language IN ('en', 'de'))
      );

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
}
