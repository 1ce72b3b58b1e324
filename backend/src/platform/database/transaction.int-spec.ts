import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../test/app.js';
import { Transactions, type Tx } from './transaction.js';

const START = new Date('2026-01-01T00:00:00.000Z');
const ADD_A_DAY = `UPDATE discord_faults SET since = since + interval '1 day' WHERE problem = $1`;

describe('a transaction that meets others', () => {
  let shop: TestApp;
  let transactions: Transactions;
  beforeAll(async () => {
    shop = await startTestApp();
    transactions = shop.app.get(Transactions);
    await shop.database.query(`INSERT INTO discord_faults (problem, since) VALUES ('one', $1), ('two', $1)`, [
      START,
    ]);
  });
  afterAll(() => shop.close());

  const raise = (tx: Tx, state: string): Promise<unknown> =>
    tx.query(`DO $$ BEGIN RAISE EXCEPTION 'conflict' USING ERRCODE = '${state}'; END $$`);

  it('runs again when two wait for each other, so that both are done', async () => {
    let arrived = 0;
    let release: () => void = () => undefined;
    const bothHoldOne = new Promise<void>((resolve) => {
      release = resolve;
    });
    const add = (first: string, second: string): Promise<void> =>
      transactions.run(async (tx) => {
        await tx.query(ADD_A_DAY, [first]);
        arrived += 1;
        if (arrived === 2) release();
        await bothHoldOne;
        await tx.query(ADD_A_DAY, [second]);
      });
    await Promise.all([add('one', 'two'), add('two', 'one')]);
    const rows: { since: Date }[] = await shop.database.query('SELECT since FROM discord_faults');
    expect(rows.map(({ since }) => since.toISOString().slice(0, 10))).toEqual(['2026-01-03', '2026-01-03']);
    expect(arrived).toBe(3);
  });

  it.each([
    ['40001', 4],
    ['40P01', 4],
    ['23514', 1],
  ])('is given up after a conflict of state %s at try %d', async (state, most) => {
    let tries = 0;
    const failing = transactions.run(async (tx) => {
      tries += 1;
      await raise(tx, state);
    });
    await expect(failing).rejects.toThrow('conflict');
    expect(tries).toBe(most);
  });
});
