import type { Tx } from '../../infra/database/transaction.js';

/**
 * Lets one change of referrals happen at a time, before any row is locked. Row locks alone are not enough: four
 * accounts in a ring touch two disjoint pairs, and two accounts may want one code. Such changes are rare and short.
 */
export async function lockReferrals(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('referrals'))");
}

/** Whose code this is, in use or given up; undefined when it is nobody's. */
export async function ownerOfCode(tx: Tx, code: string): Promise<number | undefined> {
  const rows: { id: number }[] = await tx.query(
    `SELECT id FROM users WHERE referral_code = $1
     UNION ALL SELECT user_id FROM former_referral_codes WHERE code = $1 LIMIT 1`,
    [code],
  );
  return rows[0]?.id;
}
