import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createTestDatabase } from '../../../test/database.js';
import { buildDataSourceOptions } from './data-source.js';

class PaidOrders1700000999999 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    // A build that was cut off left an index that counts for nothing.
    await db.query('DROP INDEX CONCURRENTLY IF EXISTS audit_by_subject');
    await db.query('CREATE INDEX CONCURRENTLY audit_by_subject ON audit_log (subject)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX audit_by_subject');
  }
}

describe('an index of a migration, as the recipe has it (OWN-1023)', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: own.url });
    clients.push(client);
    await client.connect();
    return client;
  };
  beforeAll(async () => {
    own = await createTestDatabase();
  });
  afterAll(async () => {
    for (const client of clients) await client.end();
    await own.drop();
  });

  it('is built while others write, also after a build that was cut off', async () => {
    const [buyer, other] = [await connect(), await connect()];
    const write = "INSERT INTO audit_log (actor, action, subject) VALUES ('system', 'spec', 'x')";
    // An index build that was cut off leaves this behind.
    await other.query('CREATE INDEX audit_by_subject ON audit_log (subject)');
    await other.query(
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'audit_by_subject'::regclass",
    );
    await buyer.query('BEGIN');
    await buyer.query(write);
    const { extra: _, ...options } = buildDataSourceOptions(own.url, []);
    const database = await new DataSource({ ...options, migrations: [PaidOrders1700000999999] }).initialize();
    try {
      const building = database.runMigrations({ transaction: 'each' });
      let isWaiting = false;
      while (!isWaiting) {
        const { rows } = await other.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%INDEX CONCURRENTLY%' AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()",
        );
        isWaiting = rows.length > 0;
      }
      await other.query('SET lock_timeout = 1000');
      await other.query(write);
      await buyer.query('COMMIT');
      await building;
    } finally {
      await database.destroy();
    }
    const { rows } = await other.query(
      "SELECT indisvalid FROM pg_index WHERE indexrelid = 'audit_by_subject'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});
