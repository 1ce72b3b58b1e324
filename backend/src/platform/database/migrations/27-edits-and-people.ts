import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each message may be edited again, and the language of people's Discord. */
export class EditsAndPeople1700000000027 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE post_batches
        -- A message that could not be edited waits by itself, so that it holds up no other of its channel.
        ADD COLUMN edit_after timestamptz NOT NULL DEFAULT '-infinity',
        ADD COLUMN edit_tries int NOT NULL DEFAULT 0;
      -- The language of their Discord, for whom the bot writes to without being asked.
      ALTER TABLE discord_people ADD COLUMN client_language text CHECK (client_language IN ('en', 'de'));
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE discord_people DROP COLUMN client_language;
      ALTER TABLE post_batches DROP COLUMN edit_after, DROP COLUMN edit_tries;
    `);
  }
}
