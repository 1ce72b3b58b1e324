import type { DataSource } from 'typeorm';

/**
 * Connections to this database that wait for a lock. Asked outside of any transaction: Postgres shows a transaction the
 * same activity until it ends.
 */
export const LOCK_WAITS = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** How many statements wait for a lock at this moment. @param like which statements count */
export async function countLockWaits({ database }: { database: DataSource }, like = ''): Promise<number> {
  const waiting: { query: string }[] = await database.query(LOCK_WAITS);
  return waiting.filter(({ query }) => query.includes(like)).length;
}
