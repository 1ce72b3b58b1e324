import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/database.js';
import { buildDataSourceOptions } from '../../platform/database/data-source.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { readBalances, InsufficientBalanceError, book } from './ledger.js';

describe('the ledger', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await new DataSource(buildDataSourceOptions(testDatabase.url, [])).initialize();
  });
  afterAll(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const entry = (name: string, reverses?: string) => ({
    idempotencyKey: name,
    reverses,
    reason: 'spec',
    actor: 'shop',
  });
  const write = async (name: string, lines: Parameters<typeof book>[2], reverses?: string) =>
    (await runTransaction(database, (tx) => book(tx, entry(name, reverses), lines))).result;
  const read = async (...accounts: string[]) => [
    ...(await readBalances(database.manager, accounts)).values(),
  ];

  it('writes entries and balances together, and a repeated entry changes nothing (OWN-105)', async () => {
    expect(await write('fill:1', [{ account: 'stock:1', delta: 5 }])).toBe(true);
    expect(await write('fill:1', [{ account: 'stock:1', delta: 5 }])).toBe(false);
    expect(await read('stock:1')).toEqual([5]);
  });

  it('adds up lines of one account, as of two goods from one pool (OWN-105)', async () => {
    const lines = [
      { account: 'stock:7', delta: 5 },
      { account: 'stock:7', delta: 3 },
    ];
    expect(await write('fill:7', lines)).toBe(true);
    expect(await read('stock:7')).toEqual([8]);
  });

  it('refuses as a whole when one account runs short', async () => {
    await write('fill:2', [{ account: 'stock:2', delta: 1 }]);
    const taking = write('hold:2', [
      { account: 'stock:2', delta: -2 },
      { account: 'held:2', delta: 2 },
    ]);
    await expect(taking).rejects.toEqual(new InsufficientBalanceError('stock:2', 1));
    expect(await read('stock:2', 'held:2')).toEqual([1, 0]);
  });

  it('refuses as short what is more than any account can have (OWN-105)', async () => {
    await write('fill:8', [{ account: 'stock:8', delta: 1 }]);
    const lines = Array.from({ length: 11 }, () => [
      { account: 'stock:8', delta: -999e15 },
      { account: 'held:8', delta: 999e15 },
    ]);
    await expect(write('hold:8', lines.flat())).rejects.toEqual(new InsufficientBalanceError('stock:8', 1));
    expect(await read('stock:8', 'held:8')).toEqual([1, 0]);
  });

  it('reverses an entry once, also when two try at the same time (OWN-105)', async () => {
    await write('fill:3', [{ account: 'credit:3', delta: 100 }]);
    const undone = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        write(`undo:3:${name}`, [{ account: 'credit:3', delta: -100 }], 'fill:3'),
      ),
    );
    expect(undone.filter(Boolean)).toHaveLength(1);
    expect(await read('credit:3')).toEqual([0]);
  });

  it('never takes more than there is when a hundred come at once (OWN-108)', async () => {
    await write('fill:4', [{ account: 'stock:4', delta: 20 }]);
    const tries = Array.from({ length: 100 }, (_, n) =>
      write(`hold:4:${n}`, [
        { account: 'stock:4', delta: -1 },
        { account: 'held:4', delta: 1 },
      ]).then(
        () => 'held',
        () => 'refused',
      ),
    );
    const results = await Promise.all(tries);
    expect(results.filter((result) => result === 'held')).toHaveLength(20);
    expect(await read('stock:4', 'held:4')).toEqual([0, 20]);
  });

  it('appends one event per change, with versions without a gap (OWN-115)', async () => {
    const rows: { n: number; top: number }[] = await database.query(
      `SELECT count(*)::int AS n, max(version)::int AS top FROM outbox_events WHERE aggregate = 'stock' AND aggregate_id = '4'`,
    );
    expect(rows[0]).toEqual({ n: 21, top: 21 });
  });

  it('refuses update and delete of entries in the database itself (OWN-107)', async () => {
    await expect(database.query('UPDATE ledger_lines SET delta = 1')).rejects.toThrow('append-only');
    await expect(database.query('DELETE FROM ledger_journal')).rejects.toThrow('append-only');
  });
});
