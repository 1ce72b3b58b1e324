import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Time at which the shop took a role's rights, because Discord gives the role itself; an admin sets them anew. */
export class TakenRights1800000000012 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE role_rights ADD COLUMN taken_at timestamptz;
      ALTER TABLE role_rights ALTER COLUMN updated_by DROP NOT NULL;
    `);
  }
}
