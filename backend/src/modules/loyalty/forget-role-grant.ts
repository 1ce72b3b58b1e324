import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';

/** Drops the role that Discord is still to give to an account. */
export async function forgetRoleGrant(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run('DELETE FROM role_grants WHERE user_id = $1', [userId]);
}
