import { sql } from '../../infra/database/sql.js';
import type { Tx } from '../../infra/database/transaction.js';

/** Empties the names that checkouts were delivered to; what was bought and paid stays. */
export async function forgetCheckoutNames(tx: Tx, checkoutIds: readonly number[]): Promise<void> {
  await sql(tx).run(`UPDATE checkouts SET game_name = '', discord_name = '' WHERE id = ANY($1)`, [
    checkoutIds,
  ]);
}
