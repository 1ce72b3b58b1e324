import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators are to know of Discord: faults of the set-up, the bot's word of itself, its log-ins. */
export class DiscordStatus1700000000012 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- A row while the problem lasts; the one who writes it tells the error channel.
      CREATE TABLE discord_faults (problem text PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());

      -- What the bot said of itself when it renewed its lease last.
      ALTER TABLE bot_lease ADD COLUMN report jsonb;

      -- Log-ins of the last day, whichever process made them: at 1,000 Discord resets the token.
      CREATE TABLE bot_logins (at timestamptz NOT NULL DEFAULT clock_timestamp());
      CREATE INDEX bot_logins_at ON bot_logins (at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE bot_logins, discord_faults; ALTER TABLE bot_lease DROP COLUMN report');
  }
}
