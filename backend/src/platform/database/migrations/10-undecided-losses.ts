import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Accounts that lost a dispute while nobody knew whether they are staff, so that a dispute won later lifts nothing. */
export class UndecidedLosses1800000000010 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ADD COLUMN loss_undecided boolean NOT NULL DEFAULT false;
      UPDATE users SET loss_undecided = true
       WHERE purchases_suspended AND blocked_at IS NULL AND NOT EXISTS (
         SELECT FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN checkouts c ON c.id = p.checkout_id
          WHERE c.user_id = users.id AND d.state = 'open');
    `);
  }
}
