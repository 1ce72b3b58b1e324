import type { Tx } from '../../infra/database/transaction.js';

/**
 * Remembers what is free of an account and answers what it was when last looked at; undefined at the first look.
 * Called by the relay alone, one event at a time.
 */
export async function swapLevel(tx: Tx, account: string, free: number): Promise<number | undefined> {
  const rows: { free: number }[] = await tx.query('SELECT free FROM stock_levels WHERE account = $1', [
    account,
  ]);
  const before = rows[0]?.free;
  if (before !== free) {
    await tx.query(
      `INSERT INTO stock_levels (account, free) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET free = EXCLUDED.free`,
      [account, free],
    );
  }
  return before;
}
