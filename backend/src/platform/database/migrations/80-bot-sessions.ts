import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The process that took the bot's lease, and its session at Discord's gateway for the next process. */
export class BotSessions1700000000080 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE bot_lease ADD COLUMN take_id text, ADD COLUMN session jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE bot_lease DROP COLUMN take_id, DROP COLUMN session');
  }
}
