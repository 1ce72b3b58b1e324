import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom the bot has to tell that it can't write to them. */
export class ClosedHints1700000000026 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE discord_people ADD COLUMN hint_wanted boolean NOT NULL DEFAULT false;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE discord_people DROP COLUMN hint_wanted`);
  }
}
