import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/**
 * The Discord id that was linked when a session was opened, which alone gives the session rights; and the hash of the
 * password that was confirmed when a link with Discord began.
 */
export class ProvenSessions1800000000014 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE sessions ADD COLUMN discord_id text;
      ALTER TABLE oauth_states ADD COLUMN proof_hash text;
      UPDATE sessions s SET discord_id = u.discord_id
        FROM users u WHERE u.id = s.user_id AND s.opened_by <> 'password';
    `);
  }
}
