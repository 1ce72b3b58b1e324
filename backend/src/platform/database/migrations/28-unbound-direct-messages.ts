import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** Lets the relay write direct messages without locking accounts, which could deadlock; an erasure deletes them. */
export class UnboundDirectMessages1800000000028 extends Migration {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE direct_messages DROP CONSTRAINT direct_messages_user_id_fkey');
  }
}
