import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds messages and mails that ended long ago without reading those that are kept. */
export class OldMessages1700000000028 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE INDEX direct_messages_ended ON direct_messages (ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX mails_ended ON mails (ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX ticket_links_created ON ticket_links (created_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX direct_messages_ended, mails_ended, ticket_links_created');
  }
}
