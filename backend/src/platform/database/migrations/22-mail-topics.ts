import type { QueryRunner } from 'typeorm';
import { Migration } from './migration.js';

/** The waiting mails of each topic, so that a mail finds an earlier one without reading the whole queue. */
export class MailTopics1800000000022 extends Migration {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS mails_waiting_topic');
    await db.query(
      `CREATE INDEX CONCURRENTLY mails_waiting_topic ON mails (topic, id) WHERE state = 'waiting'`,
    );
  }
}
