import { RETURNED_REWARD_DAYS } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { reward as rewardAccount } from '../ledger/accounts.js';
import { book } from '../ledger/ledger.js';

/**
 * Returns the reward code of a checkout that was refunded as a whole, valid for seven days at least; once per checkout.
 */
export async function returnReward(tx: Tx, rewardId: number, checkoutRef: string, now: Date): Promise<void> {
  await sql(tx).run(
    `UPDATE rewards SET expires_at = greatest(expires_at, $2::timestamptz + make_interval(days => $3)) WHERE id = $1`,
    [rewardId, now, RETURNED_REWARD_DAYS],
  );
  await book(tx, { idempotencyKey: `return:${checkoutRef}`, reason: 'reward returned', actor: 'shop' }, [
    { account: rewardAccount(rewardId), delta: 1 },
  ]);
}
