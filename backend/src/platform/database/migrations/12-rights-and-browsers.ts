import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/**
 * Time at which the shop took a role's rights, because Discord gives the role itself; and what makes a known browser
 * stay: when it was first seen, null for one of before, and whether it passed the second step.
 */
export class RightsAndBrowsers1800000000012 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE role_rights ADD COLUMN taken_at timestamptz;
      ALTER TABLE role_rights ALTER COLUMN updated_by DROP NOT NULL;
      ALTER TABLE known_browsers ADD COLUMN first_seen_at timestamptz;
      ALTER TABLE known_browsers ALTER COLUMN first_seen_at SET DEFAULT now();
      ALTER TABLE known_browsers ADD COLUMN has_passed_step boolean NOT NULL DEFAULT false;
    `);
  }
}
