import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { User } from '../accounts/user.entity.js';

const codeRow = z.object({ code: z.string() });

/** Deletes the former referral codes of an account. @returns all that it had, the present one too */
export async function forgetFormerCodes(tx: Tx, { id, referralCode }: User): Promise<string[]> {
  const former = await sql(tx).rows(
    codeRow,
    'DELETE FROM former_referral_codes WHERE user_id = $1 RETURNING code',
    [id],
  );
  return [...(referralCode === null ? [] : [referralCode]), ...former.map(({ code }) => code)];
}
