import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/**
 * Hash of the password that was confirmed when a link with Discord began. Sessions older than the link of their
 * account proved another Discord id, or none, and so get a password's rights.
 */
export class ProvenLinks1800000000014 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE oauth_states ADD COLUMN proof_hash text;
      UPDATE sessions s SET opened_by = 'password', discord_proven_at = NULL
        FROM users u
       WHERE u.id = s.user_id AND s.opened_by <> 'password' AND u.operator_since IS NULL
         AND (u.discord_id IS NULL OR s.created_at < u.discord_linked_at);
    `);
  }
}
