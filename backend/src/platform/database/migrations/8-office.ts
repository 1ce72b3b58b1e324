import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Deletions that were asked for, and what health writes. */
export class Office1800000000008 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE account_deletions (
        user_id int PRIMARY KEY REFERENCES users,
        asked_at timestamptz NOT NULL,
        due_at timestamptz NOT NULL,
        -- When the account was emptied, and when once more, of what calls under way had still written.
        done_at timestamptz,
        swept_at timestamptz,
        CHECK (swept_at IS NULL OR done_at IS NOT NULL)
      );
      CREATE INDEX account_deletions_due ON account_deletions (due_at) WHERE swept_at IS NULL;

      -- The row that health writes to know whether writes are taken.
      CREATE TABLE write_probes (
        id int PRIMARY KEY CHECK (id = 1),
        written_at timestamptz NOT NULL,
        filler text NOT NULL
      );
      -- Stored as it is, in pages of its own.
      ALTER TABLE write_probes ALTER COLUMN filler SET STORAGE EXTERNAL;
    `);
  }
}
