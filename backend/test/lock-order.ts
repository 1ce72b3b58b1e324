import type { QueryRunner } from 'typeorm';
import { countLockWaits } from './lock-waits.js';
import { awaitMessages } from './expect-settled.js';
import type { Shop } from './shop.js';
import { until } from './until.js';

/**
 * Tells whether a row is free while a message of a provider waits for a held row, which proves that it locks the held
 * row first. Both rows as `table WHERE …`.
 */
export function isFreeWhileWaiting(
  shop: Shop,
  { held, free, tell }: { held: string; free: string; tell: () => Promise<unknown> },
): Promise<boolean> {
  return whileWaiting(shop, { held, tell }, async (runner) => {
    const rows: unknown[] = await runner.query(`SELECT 1 FROM ${free} FOR UPDATE SKIP LOCKED`);
    return rows.length === 1;
  });
}

/** Tables that a provider's message has written while it waits for a row, which it should have locked before. */
export function tablesWrittenWhileWaiting(
  shop: Shop,
  waiting: { held: string; tell: () => Promise<unknown> },
): Promise<string[]> {
  return whileWaiting(shop, waiting, async () => {
    const rows: { name: string }[] = await shop.database.query(
      `SELECT DISTINCT c.relname AS name FROM pg_locks l
         JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
         JOIN pg_stat_activity a ON a.pid = l.pid AND a.wait_event_type = 'Lock' AND a.datname = current_database()
        WHERE l.mode = 'RowExclusiveLock' AND l.granted ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  });
}

async function whileWaiting<T>(
  shop: Shop,
  { held, tell }: { held: string; tell: () => Promise<unknown> },
  look: (runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const runner = shop.database.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`SELECT FROM ${held} FOR UPDATE`);
    await tell();
    await until(
      () => countLockWaits(shop),
      (n) => n > 0,
    );
    return await look(runner);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
    await awaitMessages(shop);
  }
}
