import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { buildDataSourceOptions } from './data-source.js';
import { pipelined, type Tx } from './transaction.js';

describe('pipelined statements of one transaction', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await new DataSource(buildDataSourceOptions(testDatabase.url, [])).initialize();
    await database.query('CREATE TABLE things (id int PRIMARY KEY)');
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const add = (tx: Tx, id: number): Promise<unknown> => tx.query('INSERT INTO things VALUES ($1)', [id]);
  const divide = (tx: Tx, by: number): Promise<unknown> => tx.query('SELECT 1 / $1::int AS share', [by]);
  const stored = async (): Promise<number[]> => {
    const rows: { id: number }[] = await database.query('SELECT id FROM things ORDER BY id');
    return rows.map(({ id }) => id);
  };

  it('each get their own answer', async () => {
    const answers = await database.transaction((tx) =>
      pipelined(add(tx, 1), divide(tx, 1), tx.query('SELECT 2 AS two'), add(tx, 3)),
    );
    expect(answers).toEqual([[], [{ share: 1 }], [{ two: 2 }], []]);
    expect(await stored()).toEqual([1, 3]);
  });

  it('roll back when one fails, with its error, and leave the connection usable', async () => {
    const failing = database.transaction((tx) =>
      pipelined(add(tx, 4), divide(tx, 0), add(tx, 5), add(tx, 6)),
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await stored()).toEqual([1, 3]);
    await database.transaction((tx) => pipelined(divide(tx, 1), add(tx, 7)));
    expect(await stored()).toEqual([1, 3, 7]);
  });

  it('report the cause when a statement depended on the preparation of a failed one', async () => {
    const twin = (tx: Tx, id: number): Promise<unknown> => tx.query('SELECT $1::int AS twin', [id]);
    const failing = database.transaction(async (tx) => {
      const failed = divide(tx, 0);
      return pipelined(twin(tx, 1), twin(tx, 2), failed);
    });
    await expect(failing).rejects.toThrow('division by zero');
  });

  it('roll back when the caller fails before they are answered', async () => {
    const failing = database.transaction((tx) => {
      void add(tx, 8).catch(() => undefined);
      return Promise.reject(new Error('thought better of it'));
    });
    await expect(failing).rejects.toThrow('thought better of it');
    expect(await stored()).toEqual([1, 3, 7]);
  });
});
