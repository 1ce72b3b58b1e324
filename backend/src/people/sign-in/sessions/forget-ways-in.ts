import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';

/** Deletes what an account could be signed in to with, beside its password and its link; sessions are ended apart. */
export async function forgetWaysIn(tx: Tx, userId: number): Promise<void> {
  for (const table of ['known_browsers', 'admin_codes', 'oauth_states', 'second_steps'])
    await sql(tx).run(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
}
