import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { gameNameKey } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import type { User } from '../accounts/user.entity.js';

/**
 * Serialises referral changes, because row locks do not suffice for rings of accounts or for equal new codes. Take it
 * before any row lock.
 */
export async function lockReferrals(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('referrals'))");
}

/** Owner of a current or former code; undefined when there is none. */
export async function findCodeOwner(tx: Tx, code: string): Promise<number | undefined> {
  const rows = await sql(tx).rows(
    idRow,
    `SELECT id FROM users WHERE referral_code = $1
     UNION ALL SELECT user_id FROM former_referral_codes WHERE code = $1 LIMIT 1`,
    [code],
  );
  return rows[0]?.id;
}

/** SQL: a checkout `c` has a friend's discount and is for the game name key in a parameter; an index has the same terms. */
export const hasReferralDiscountFor = (key: string): string =>
  String.raw`((c.quote -> 'discounts' ->> 'referral')::numeric > 0
    AND regexp_replace(lower(regexp_replace(btrim(c.game_name), '^\.', '')), ' +', '_', 'g') = ${key})`;
/** SQL: an order `o` was paid, and its money or goods stayed with its buyer. */
const IS_USED = `(o.status <> 'cancelled' AND (o.payment_status IN ('paid', 'partly_refunded', 'disputed')
  OR o.payment_status = 'lost' AND o.completed_at IS NOT NULL))`;

/**
 * Tells whether another account used its bonus for this game name; only paid checkouts count, since a name proves
 * nothing. Reads checkouts, which keep the name even for deleted accounts.
 */
export function isBonusUsedForName(
  manager: EntityManager,
  gameName: string,
  userId: number,
): Promise<boolean> {
  // Uses one statement, so that a checkout paid meanwhile is counted exactly once.
  return sql(manager).exists(
    `SELECT 1 FROM checkouts c WHERE ${hasReferralDiscountFor('$1')} AND c.bonus_cents > 0 AND c.user_id <> $2
        AND EXISTS (SELECT FROM orders o WHERE o.checkout_id = c.id AND ${IS_USED}) LIMIT 1`,
    [gameNameKey(gameName), userId],
  );
}

/**
 * Locks a game name before a referred buyer is quoted or pays, so that concurrent buyers share its limits. Take it
 * after users and checkouts, before balances.
 */
export async function lockReferredName(tx: Tx, buyer: User, gameName: string): Promise<void> {
  if (buyer.referredByUserId === null) return;
  await sql(tx).run('SELECT pg_advisory_xact_lock(hashtextextended($1, 22))', [gameNameKey(gameName)]);
}
