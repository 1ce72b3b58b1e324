import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletions that were asked for, and what is kept of deleted accounts so that "once" and blocks stay true. */
export class OwnData1700000000017 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ADD COLUMN deleted_at timestamptz;
      -- When the password was last asked for in this session, as a proof of its owner.
      ALTER TABLE sessions ADD COLUMN proven_at timestamptz;

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

      -- Keyed hashes of who a deleted account belonged to; the emptied account says whether it was blocked.
      CREATE TABLE departed_identities (
        kind text NOT NULL CHECK (kind IN ('discord', 'game-name', 'username', 'referral-code')),
        hash text NOT NULL,
        user_id int NOT NULL REFERENCES users,
        -- A username may be taken again then; null is never.
        rests_until timestamptz,
        PRIMARY KEY (kind, hash, user_id)
      );

      CREATE INDEX posts_event ON posts (event_id);
      CREATE INDEX provider_messages_kept ON provider_messages (processed_at) WHERE payload <> '{}';

      -- A frozen message is needed until it is reported, and holds names.
      UPDATE post_batches SET payload = NULL WHERE state IN ('sent', 'dissolved');
      UPDATE direct_messages SET payload = NULL WHERE state NOT IN ('pending', 'registered');
      -- The audit names accounts by number only.
      ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
      UPDATE audit_log SET detail = detail - 'discordId' WHERE detail ? 'discordId';
      ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX provider_messages_kept, posts_event;
      DROP TABLE departed_identities, account_deletions;
      ALTER TABLE sessions DROP COLUMN proven_at;
      ALTER TABLE users DROP COLUMN deleted_at;
    `);
  }
}
