import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { buildDataSourceOptions } from './data-source.js';
import { PreparedStatementClient } from './prepared-statement-client.js';

describe('PreparedStatementClient', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;
  let connection: QueryRunner;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await new DataSource(buildDataSourceOptions(testDatabase.url, [])).initialize();
    connection = database.createQueryRunner();
    await connection.query('CREATE TABLE things (id int, name text)');
  });
  afterAll(async () => {
    await connection.release();
    await database.destroy();
    await testDatabase.drop();
  });

  const preparedOnes = async (): Promise<{ calls: number }[]> =>
    connection.query(
      `SELECT (generic_plans + custom_plans)::int AS calls FROM pg_prepared_statements WHERE statement LIKE '%FROM things%'`,
    );

  it('has Postgres plan a statement with values once, whatever the values', async () => {
    for (const id of [1, 2, 3])
      expect(await connection.query('SELECT name FROM things WHERE id = $1', [id])).toEqual([]);
    expect(await preparedOnes()).toEqual([{ calls: 3 }]);
    await expect(connection.query('SELECT name FROM things WHERE id = $1', ['one'])).rejects.toThrow(
      'invalid input',
    );
    expect(await connection.query('SELECT name FROM things WHERE id = $1', [4])).toEqual([]);
  });

  it('does not crash the process when it ends before anybody listens', async () => {
    const admin = database.createQueryRunner();
    const unheard = new PreparedStatementClient({ connectionString: testDatabase.url });
    await unheard.connect();
    const { rows } = await unheard.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((go) => {
      unheard.once('end', go);
    });
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(unheard.query('SELECT 1')).rejects.toThrow('not queryable');
    await admin.release();
  });

  it('fails once, as one that may be tried again, when a table was changed, and works from then on', async () => {
    const read = (): Promise<object[]> => connection.query('SELECT * FROM things WHERE id > $1', [0]);
    await connection.query(`INSERT INTO things VALUES (1, 'one')`);
    expect(await read()).toEqual([{ id: 1, name: 'one' }]);
    await connection.query('ALTER TABLE things ADD COLUMN worth int DEFAULT 7');
    const error = await read().catch((thrown: unknown) => thrown);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(await read()).toEqual([{ id: 1, name: 'one', worth: 7 }]);
  });
});
