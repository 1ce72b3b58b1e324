import { idRow } from '../../platform/database/row-schemas.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/**
 * Serializes changes of referrals. Row locks do not suffice: four accounts in a ring lock two disjoint pairs, and two
 * accounts may choose one code. Take it before any row lock.
 */
export async function lockReferrals(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('referrals'))");
}

/** Owner of a current or former code; undefined when there is none. */
export async function ownerOfCode(tx: Tx, code: string): Promise<number | undefined> {
  const rows = await sql(tx).rows(
    idRow,
    `SELECT id FROM users WHERE referral_code = $1
     UNION ALL SELECT user_id FROM former_referral_codes WHERE code = $1 LIMIT 1`,
    [code],
  );
  return rows[0]?.id;
}
