import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { gameNameKey } from '@pax/contracts';
import type { User } from '../accounts/user.entity.js';

/**
 * Takes one lock for all referral changes, because row locks prevent neither rings of referrals nor two equal new
 * codes. Take it before any row lock.
 */
export async function lockReferrals(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('referrals'))");
}

/**
 * Locks a game name before a referred buyer gets a quote or pays, so that concurrent buyers share its limits. Take
 * the lock after users and checkouts, before balances.
 */
export async function lockReferredName(tx: Tx, buyer: User, gameName: string): Promise<void> {
  if (buyer.referredByUserId === null) return;
  await sql(tx).run('SELECT pg_advisory_xact_lock(hashtextextended($1, 22))', [gameNameKey(gameName)]);
}
