import { z } from 'zod';
import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';

const levelRow = z.object({ before: z.number().nullable() });

/**
 * Stores the free balance of an account and returns the stored one before it; undefined the first time. Only the relay
 * calls it, one event at a time.
 */
export async function swapLevel(tx: Tx, account: string, free: number): Promise<number | undefined> {
  const row = await sql(tx).first(
    levelRow,
    `WITH level AS (
       INSERT INTO stock_levels AS known (account, free) VALUES ($1, $2)
       ON CONFLICT (account) DO UPDATE SET free = EXCLUDED.free WHERE known.free <> EXCLUDED.free
     )
     SELECT (SELECT free FROM stock_levels WHERE account = $1) AS before`,
    [account, free],
  );
  return row?.before ?? undefined;
}
