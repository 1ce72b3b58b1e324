import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';
import { frozenNow } from './frozen.js';

const grantRow = z.object({ userId: z.number(), isFrozen: z.boolean() });

/**
 * Notes which badges are frozen now and which are not any more, and makes their roles due. It reads balances instead of
 * following events, so that it misses no way in which points, credit, a code or access change.
 */
export async function noteFrozenBadges(tx: Tx, now: Date): Promise<void> {
  const known = await sql(tx).rows(
    grantRow,
    `SELECT g.user_id AS "userId", g.is_frozen AS "isFrozen" FROM role_grants g
      WHERE g.is_frozen
         OR EXISTS (SELECT FROM ledger_balances b WHERE b.account = 'points:' || g.user_id AND b.balance < 0)
      ORDER BY g.user_id FOR UPDATE SKIP LOCKED`,
  );
  const frozen = await frozenNow(
    tx,
    known.map(({ userId }) => userId),
  );
  const changed = known.filter(
    ({ userId, isFrozen }) => (frozen.get(userId)?.isBadgeFrozen ?? false) !== isFrozen,
  );
  await sql(tx).run(
    `UPDATE role_grants SET is_frozen = is_frozen <> (user_id = ANY($2)), done_at = NULL, attempts = 0, next_try_at = $1
      WHERE user_id = ANY($2) OR (done_at IS NOT NULL AND was_frozen <> is_frozen)`,
    [now, changed.map(({ userId }) => userId)],
  );
}
