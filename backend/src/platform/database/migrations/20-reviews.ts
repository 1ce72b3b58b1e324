import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Reviews by buyers, one per order. */
export class Reviews1800000000020 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE reviews (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id int NOT NULL UNIQUE REFERENCES orders,
        rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
        -- Empty where the buyer only rated, and after the deletion of the account.
        text text NOT NULL,
        created_at timestamptz NOT NULL,
        hidden_at timestamptz,
        hidden_reason text CHECK (hidden_reason IN ('insult', 'personal_data', 'advertising')),
        CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
      );
      CREATE INDEX reviews_shown ON reviews (id) WHERE hidden_at IS NULL AND text <> '';
      CREATE INDEX reviews_hidden ON reviews (id) WHERE hidden_at IS NOT NULL;
    `);
  }
}
