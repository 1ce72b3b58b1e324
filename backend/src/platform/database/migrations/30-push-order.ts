import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Finds what a push message waits for: earlier ones to its browser. */
export class PushOrder1800000000030 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `CREATE INDEX push_sends_order ON push_sends (subscription_id, id) WHERE state IN ('waiting', 'sending')`,
    );
  }
}
