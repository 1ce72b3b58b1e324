import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Refunds at the provider that no row was left for, so that one that bounces later is not asked for once more. */
export class UnbookedRefunds1800000000009 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE unbooked_refunds (
        payment_id int NOT NULL REFERENCES payments,
        provider_ref text NOT NULL,
        amount_cents int NOT NULL CHECK (amount_cents >= 0),
        made_at timestamptz NOT NULL,
        PRIMARY KEY (payment_id, provider_ref)
      );
    `);
  }
}
