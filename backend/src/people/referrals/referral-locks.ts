import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { gameNameKey } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import type { User } from '../accounts/user.entity.js';

/**
 * Takes one lock for all referral changes, because row locks prevent neither rings of referrals nor two equal new
 * codes. Take it before any row lock.
 */
export async function lockReferrals(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('referrals'))");
}

/** Finds the account that has or had a referral code; undefined when there is none. */
export async function findCodeOwner(tx: Tx, code: string): Promise<number | undefined> {
  const rows = await sql(tx).rows(
    idRow,
    `SELECT id FROM users WHERE referral_code = $1
     UNION ALL SELECT user_id FROM former_referral_codes WHERE code = $1 LIMIT 1`,
    [code],
  );
  return rows[0]?.id;
}

/**
 * SQL condition: the checkout `c` has a referral discount and is for the game name given by a parameter. A database
 * index has the same condition.
 */
export const hasReferralDiscountSql = (key: string): string =>
  String.raw`((c.quote -> 'discounts' ->> 'referral')::numeric > 0
    AND regexp_replace(lower(regexp_replace(btrim(c.game_name), '^\.', '')), ' +', '_', 'g') = ${key})`;
/** SQL condition: the order `o` was paid, and its payment stands or was lost only after the delivery. */
const IS_USED = `(o.status <> 'cancelled' AND (o.payment_status IN ('paid', 'partly_refunded', 'disputed')
  OR o.payment_status = 'lost' AND o.completed_at IS NOT NULL))`;

/**
 * Tells whether another account used its referral bonus for this game name. Only paid checkouts count, because
 * anybody may enter a name. Reads checkouts, which keep the name of deleted accounts too.
 */
export function isBonusUsedForName(
  manager: EntityManager,
  gameName: string,
  userId: number,
): Promise<boolean> {
  // Runs one statement only, so that a checkout that is being paid at the same time is counted exactly once.
  return sql(manager).exists(
    `SELECT 1 FROM checkouts c WHERE ${hasReferralDiscountSql('$1')} AND c.bonus_cents > 0 AND c.user_id <> $2
        AND EXISTS (SELECT FROM orders o WHERE o.checkout_id = c.id AND ${IS_USED}) LIMIT 1`,
    [gameNameKey(gameName), userId],
  );
}

/**
 * Locks a game name before a referred buyer gets a quote or pays, so that concurrent buyers share its limits. Take
 * the lock after users and checkouts, before balances.
 */
export async function lockReferredName(tx: Tx, buyer: User, gameName: string): Promise<void> {
  if (buyer.referredByUserId === null) return;
  await sql(tx).run('SELECT pg_advisory_xact_lock(hashtextextended($1, 22))', [gameNameKey(gameName)]);
}
