import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { ShopError } from '../../platform/shop-error.js';
import { randomRef } from '../../platform/secrets.js';
import type { Tx } from '../../platform/database/transaction.js';
import { readBalances, book } from './ledger.js';

const accountRow = z.object({ account: z.string(), on_hand_version: z.number() });

export interface SetOnHandInput {
  free: string;
  held: string;
  /** Number of pieces or coins that are to be on hand. */
  target: number;
  /** True when the target means the free amount only, without the held amount. */
  isTargetFree?: boolean;
  /** Version of the stock that the editing person saw, if known. */
  version?: number;
  actor: string;
  reason: string;
}

/**
 * Sets the amount on hand; free becomes target − held, which may be below 0.
 * @returns the former amount on hand
 * @throws ShopError STALE with the current value when the version is outdated
 */
export async function setOnHand(
  tx: Tx,
  { free, held, target, isTargetFree = false, version, actor, reason }: SetOnHandInput,
): Promise<number> {
  await sql(tx).run(
    `INSERT INTO ledger_balances (account) VALUES ($1), ($2) ON CONFLICT DO NOTHING`,
    [free, held].toSorted(),
  );
  const rows = await sql(tx).rows(
    accountRow,
    `SELECT account, on_hand_version FROM ledger_balances WHERE account = ANY($1) ORDER BY account FOR UPDATE`,
    [[free, held]],
  );
  const balances = await readBalances(tx, [free, held]);
  const onHand = (balances.get(free) ?? 0) + (balances.get(held) ?? 0);
  const current = rows.find((row) => row.account === free)?.on_hand_version;
  if (version !== undefined && version !== current) {
    throw new ShopError('STALE', 'Somebody changed this in the meantime.', {
      current: { onHand, version: current },
    });
  }
  const delta = target - (isTargetFree ? (balances.get(free) ?? 0) : onHand);
  if (delta === 0) return onHand;
  await book(tx, { idempotencyKey: `set:${free}:${randomRef()}`, reason, actor }, [
    { account: free, delta, mayGoBelowZero: true },
  ]);
  return onHand;
}
