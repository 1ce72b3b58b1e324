import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where each message stands, so that it is edited there after the settings name another channel. */
export class ChannelsOfPosts1700000000093 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE post_batches ADD COLUMN channel_id text');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE post_batches DROP COLUMN channel_id');
  }
}
