import { z } from 'zod';
import { sql, type IdPage, readNextIds } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import type { FormerIdentities } from '../../people/accounts/former-identities.js';
import { deleteReasonsOfOrders } from './order-reasons.js';

const changedRow = z.object({ id: z.number(), version: z.number() });
const nameRow = z.object({ name: z.string() });
const claimRow = z.object({ orderId: z.number(), discordId: z.string(), gameName: z.string().nullable() });
/** Length of a hash in hex digits, by which hashes are told from Discord ids and game names, which are shorter. */
const HASH_LENGTH = 64;

/**
 * Finds every game name that received goods from the account. Names of undelivered orders and of join rewards do
 * not count, because a block must not affect players unrelated to the account.
 */
export async function findDeliveredGameNames(tx: Tx, userId: number): Promise<string[]> {
  const rows = await sql(tx).rows(
    nameRow,
    `SELECT DISTINCT minecraft_name AS name FROM orders
      WHERE user_id = $1 AND checkout_id IS NOT NULL AND completed_at IS NOT NULL AND minecraft_name IS NOT NULL`,
    [userId],
  );
  return rows.map(({ name }) => name);
}

/** Lists the ids of the next orders of an account after an id, in order. */
export const listOrdersOfUser = (tx: Tx, userId: number, page: IdPage): Promise<number[]> =>
  readNextIds(tx, 'SELECT id FROM orders WHERE user_id = $1', userId, page);

/**
 * Erases the names from orders, the texts of their reviews, and the reasons that staff gave. Pages and posts that show the orders are updated.
 */
export async function anonymiseOrders(tx: Tx, ids: readonly number[]): Promise<void> {
  await deleteReasonsOfOrders(tx, ids);
  // The rating stays, since it names nobody and the average would change.
  await sql(tx).run(`UPDATE reviews SET text = '' WHERE order_id = ANY($1) AND text <> ''`, [ids]);
  const changed = await sql(tx).rows(
    changedRow,
    `UPDATE orders SET minecraft_name = NULL, discord_username = NULL, version = version + 1
      WHERE id = ANY($1) AND (minecraft_name IS NOT NULL OR discord_username IS NOT NULL) RETURNING id, version`,
    [ids],
  );
  for (const { id, version } of changed)
    appendEvent(tx, { type: 'order.updated', aggregate: 'order', aggregateId: String(id), version });
}

/** Removes a deleted account's referral codes from orders of its friends. */
export async function removeCodesFromOrders(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql(tx).run(
    'UPDATE orders SET referral_code = NULL WHERE id = ANY($1) AND referral_code IS NOT NULL',
    [ids],
  );
}

/**
 * Replaces Discord id and game name of claimed join rewards by keyed hashes, so that a second claim is still
 * recognised.
 */
export async function hashJoinRewardClaims(
  tx: Tx,
  userId: number,
  departed: FormerIdentities,
): Promise<void> {
  const claims = await sql(tx).rows(
    claimRow,
    `SELECT order_id AS "orderId", discord_id AS "discordId", game_name_key AS "gameName" FROM join_claims
      WHERE user_id = $1 AND length(discord_id) <> ${HASH_LENGTH}`,
    [userId],
  );
  for (const { orderId, discordId, gameName } of claims)
    await sql(tx).run('UPDATE join_claims SET discord_id = $2, game_name_key = $3 WHERE order_id = $1', [
      orderId,
      departed.hashIdentity('discord', discordId),
      gameName === null ? null : departed.hashIdentity('game-name', gameName),
    ]);
}

/** Erases the game names that the orders of checkouts were delivered to. */
export async function eraseOrderNames(tx: Tx, checkoutIds: readonly number[]): Promise<void> {
  await sql(tx).run(
    'UPDATE orders SET minecraft_name = NULL, discord_username = NULL WHERE checkout_id = ANY($1)',
    [checkoutIds],
  );
}
