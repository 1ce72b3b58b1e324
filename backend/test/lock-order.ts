import { lockWaits } from './lock-waits.js';
import { messagesHandled } from './provider.js';
import type { Shop } from './shop.js';
import { until } from './until.js';

/**
 * Whether a row is free while a provider's message waits for another one that somebody holds: what the message locks
 * later than the held row has to be. Both rows as `table WHERE …`.
 */
export async function isFreeWhileWaiting(
  shop: Shop,
  { held, free, tell }: { held: string; free: string; tell: () => Promise<unknown> },
): Promise<boolean> {
  const runner = shop.database.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`SELECT FROM ${held} FOR UPDATE`);
    await tell();
    await until(
      () => lockWaits(shop),
      (n) => n > 0,
    );
    const rows: unknown[] = await runner.query(`SELECT 1 FROM ${free} FOR UPDATE SKIP LOCKED`);
    return rows.length === 1;
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
    await messagesHandled(shop);
  }
}
