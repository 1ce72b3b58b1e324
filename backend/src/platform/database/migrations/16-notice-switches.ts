import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/**
 * The ways that people switched off for a kind of notice, and what keeps the mails about one thing in order.
 */
export class NoticeSwitches1800000000016 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE notice_switches (
        user_id int NOT NULL REFERENCES users,
        way text NOT NULL,
        kind text NOT NULL,
        PRIMARY KEY (user_id, way, kind)
      );
      -- Who gave an address before was told that only receipts go there.
      INSERT INTO notice_switches (user_id, way, kind)
      SELECT user_id, 'mail', unnest(ARRAY['taken', 'delivered', 'cancelled', 'refunded']) FROM receipt_addresses;
      -- Mails on one topic are sent in order; a newer one drops those that are replaceable and were not tried yet.
      ALTER TABLE mails ADD COLUMN topic text, ADD COLUMN is_replaceable boolean NOT NULL DEFAULT false;
    `);
  }
}
