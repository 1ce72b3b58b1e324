import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

const checkoutRow = z.object({ id: z.number(), ref: z.string(), session: z.string().nullable() });
/** A checkout whose names are to be erased, and the id of its payment session at the provider. */
export type NamedCheckout = z.infer<typeof checkoutRow>;

/** Erases the names of players from checkouts; goods and payment stay recorded. */
export async function eraseCheckoutNames(tx: Tx, checkoutIds: readonly number[]): Promise<void> {
  await sql(tx).run(`UPDATE checkouts SET game_name = '', discord_name = '' WHERE id = ANY($1)`, [
    checkoutIds,
  ]);
}

/** Lists the next checkouts of an account after an id, in the order of their ids. */
export function listCheckoutsOfUser(
  tx: Tx,
  userId: number,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<NamedCheckout[]> {
  return sql(tx).rows(
    checkoutRow,
    `SELECT id, ref, provider_session_id AS session FROM checkouts
      WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [userId, after, most],
  );
}

/** Removes a deleted account's referral codes from the checkouts of a friend. */
export async function removeCodesFromCheckouts(tx: Tx, friendId: number): Promise<void> {
  await sql(tx).run(
    'UPDATE checkouts SET referral_code = NULL WHERE user_id = $1 AND referral_code IS NOT NULL',
    [friendId],
  );
}
