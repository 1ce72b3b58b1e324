import { sql } from '../../../platform/database/sql.js';
import { randomRef, sha256 } from '../../../platform/random.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { audit } from '../../audit/audit.js';

/** How long a code lives, ms. */
const LIFETIME_MS = 10 * 60_000;

export interface AdminCode {
  /** 128 random bits; told once and stored only as a hash. */
  code: string;
  expiresAt: Date;
}

/** Makes the one valid code of an account; earlier unused ones end. `createdBy` as audit rows name it. */
export async function createAdminCode(
  tx: Tx,
  { userId, createdBy, now }: { userId: number; createdBy: string; now: Date },
): Promise<AdminCode> {
  const code = randomRef();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  await sql(tx).run('DELETE FROM admin_codes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  await sql(tx).run(
    `INSERT INTO admin_codes (code_hash, user_id, created_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [sha256(code), userId, createdBy, now, expiresAt],
  );
  await audit(tx, { actor: createdBy, action: 'admin-code.issue', subject: `user:${userId}` });
  return { code, expiresAt };
}
