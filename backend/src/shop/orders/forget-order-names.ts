import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

/** Empties the names that the orders of checkouts were delivered to. */
export async function forgetOrderNames(tx: Tx, checkoutIds: readonly number[]): Promise<void> {
  await sql(tx).run(
    'UPDATE orders SET minecraft_name = NULL, discord_username = NULL WHERE checkout_id = ANY($1)',
    [checkoutIds],
  );
}
