import { z } from 'zod';
import { sql, idRow } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { User } from './user.entity.js';
import { usernameKey } from '../usernames/username-key.js';

const adminRow = idRow.extend({ blocked: z.boolean() });

/** Makes an account an operator account, which is an admin in sessions that were opened by admin code. */
export async function grantOperatorRight(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.update(User, userId, { operatorSince: now });
}

/**
 * Withdraws the operator right from an account.
 * @returns the account's id, or undefined when no operator has this name
 */
export async function withdrawOperatorRight(tx: Tx, username: string): Promise<number | undefined> {
  const [row] = await sql(tx).rows(
    idRow,
    `UPDATE users SET operator_since = NULL WHERE username_key = $1 AND operator_since IS NOT NULL RETURNING id`,
    [usernameKey(username)],
  );
  return row?.id;
}

/**
 * Finds the admin account with this name: an operator's, or one whose Discord id is in the settings. Without
 * a name finds the oldest, unblocked accounts and those of the settings first.
 */
export function findAdminAccount(
  tx: Tx,
  { username, adminDiscordIds }: { username?: string; adminDiscordIds: readonly string[] },
): Promise<z.infer<typeof adminRow> | undefined> {
  return sql(tx).first(
    adminRow,
    `SELECT id, blocked_at IS NOT NULL AS blocked FROM users
      WHERE (operator_since IS NOT NULL OR discord_id = ANY($1)) AND ($2::text IS NULL OR username_key = $2)
      ORDER BY blocked_at IS NOT NULL, discord_id = ANY($1) IS NOT TRUE, id LIMIT 1`,
    [adminDiscordIds, username === undefined ? null : usernameKey(username)],
  );
}

/**
 * Finds the account with this name and locks it.
 * @returns its id, or undefined
 */
export async function findAccountIdByName(tx: Tx, username: string): Promise<number | undefined> {
  const row = await sql(tx).first(idRow, 'SELECT id FROM users WHERE username_key = $1 FOR UPDATE', [
    usernameKey(username),
  ]);
  return row?.id;
}
