import type { DataSource } from 'typeorm';

/**
 * SQL: statements that wait for a lock in this database. It must run outside a transaction, because Postgres shows a
 * transaction the same activity until it ends.
 */
export const LOCK_WAITS = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Counts statements that wait for a lock. @param like text of the statements to count */
export async function countLockWaits({ database }: { database: DataSource }, like = ''): Promise<number> {
  const waiting: { query: string }[] = await database.query(LOCK_WAITS);
  return waiting.filter(({ query }) => query.includes(like)).length;
}
