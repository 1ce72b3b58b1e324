import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';

/** Takes out an account's address for receipts. */
export async function forgetReceiptAddress(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run('DELETE FROM receipt_addresses WHERE user_id = $1', [userId]);
}
