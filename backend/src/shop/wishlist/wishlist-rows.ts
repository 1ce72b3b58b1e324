import { WISHLIST_SIZE, type ChangeWishlistRequest, type WishlistEntry } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';

type Connection = Parameters<typeof sql>[0];

const wishRow = z.object({ id: z.number(), addedAt: z.date() });

/** Reads the wishlist of an account, newest first, without deleted products. */
export async function readWishlist(connection: Connection, userId: number): Promise<WishlistEntry[]> {
  const rows = await sql(connection).rows(
    wishRow,
    `SELECT w.product_id AS id, w.added_at AS "addedAt" FROM wishlist w JOIN products p ON p.id = w.product_id
      WHERE w.user_id = $1 AND p.deleted_at IS NULL ORDER BY w.added_at DESC, w.product_id DESC`,
    [userId],
  );
  return rows.map(({ id, addedAt }) => ({ id, addedAt: addedAt.toISOString() }));
}

/**
 * Removes and adds products on the wishlist of a locked account; of too many the newest stay. What is on the list
 * already keeps its time, and what is not for sale is dropped.
 */
export async function changeWishlistRows(
  tx: Tx,
  userId: number,
  { add, remove, now, seesEarly }: ChangeWishlistRequest & { now: Date; seesEarly: boolean },
): Promise<void> {
  if (remove.length > 0)
    await sql(tx).run('DELETE FROM wishlist WHERE user_id = $1 AND product_id = ANY($2)', [userId, remove]);
  if (add.length === 0) return;
  await sql(tx).run(
    `INSERT INTO wishlist (user_id, product_id, added_at)
     SELECT $1, p.id, LEAST(wish.added_at, $4) FROM unnest($2::int[], $3::timestamptz[]) AS wish (id, added_at)
       JOIN products p USING (id) WHERE p.deleted_at IS NULL AND NOT p.is_hidden AND ($5 OR p.available_from IS NULL OR p.available_from <= $4)
     ON CONFLICT DO NOTHING`,
    [userId, add.map(({ id }) => id), add.map(({ addedAt }) => addedAt ?? now), now, seesEarly],
  );
  await sql(tx).run(
    `DELETE FROM wishlist WHERE user_id = $1 AND product_id IN (
       SELECT product_id FROM wishlist WHERE user_id = $1 ORDER BY added_at DESC, product_id DESC OFFSET $2)`,
    [userId, WISHLIST_SIZE],
  );
}

/** Deletes the wishlist of an account. */
export async function deleteWishlist(tx: Tx, userId: number): Promise<void> {
  await sql(tx).run('DELETE FROM wishlist WHERE user_id = $1', [userId]);
}
