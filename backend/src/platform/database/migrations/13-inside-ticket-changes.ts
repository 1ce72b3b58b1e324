import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Number of a ticket's changes that its sender must not notice, so that the sender's version does not count them. */
export class InsideTicketChanges1800000000013 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE tickets ADD COLUMN inside_changes int NOT NULL DEFAULT 0');
  }
}
