import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rights of roles have events from now on; versions from before get theirs, which no room hears of. */
export class RightsEvents1700000000043 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version, occurred_at, published_at)
      SELECT gen_random_uuid(), 'rights.set', 'rights', role_id, no, updated_at, updated_at
        FROM role_rights, generate_series(1, version) AS no;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM outbox_events WHERE aggregate = 'rights'`);
  }
}
