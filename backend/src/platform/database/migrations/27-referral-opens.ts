import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/**
 * Visits by referral links, counted per owner and day. Without a reference, so that a visitor's call waits for no
 * lock of the account.
 */
export class ReferralOpens1800000000027 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE referral_opens (
        user_id int NOT NULL,
        day date NOT NULL,
        opens int NOT NULL CHECK (opens > 0),
        PRIMARY KEY (user_id, day)
      );
    `);
  }
}
