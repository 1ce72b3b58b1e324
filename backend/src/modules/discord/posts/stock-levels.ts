import type { Tx } from '../../../infra/database/transaction.js';

/**
 * Stores the free balance of an account and returns the stored one before it; undefined the first time. Only the relay
 * calls it, one event at a time.
 */
export async function swapLevel(tx: Tx, account: string, free: number): Promise<number | undefined> {
  const rows: { before: number | null }[] = await tx.query(
    `WITH level AS (
       INSERT INTO stock_levels AS known (account, free) VALUES ($1, $2)
       ON CONFLICT (account) DO UPDATE SET free = EXCLUDED.free WHERE known.free <> EXCLUDED.free
     )
     SELECT (SELECT free FROM stock_levels WHERE account = $1) AS before`,
    [account, free],
  );
  return rows[0]?.before ?? undefined;
}
