import { username as usernameSchema } from '@pax/contracts';
import type { Tx } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import { deleteSessionsOf } from '../../../platform/sessions/sessions.js';
import { insertAccount } from '../../accounts/register-account.js';
import { writeAuditRow } from '../../audit/audit.js';
import { createAdminCode, deleteUnusedCodes, type AdminCode } from './admin-code.js';
import { z } from 'zod';
import { sql, idRow } from '../../../platform/database/sql.js';
import { User } from '../../accounts/user.entity.js';
import { usernameKey } from '../../usernames/username-key.js';

/** Name in audit rows of a person who uses a shell on the server. */
export const OPERATOR = 'operator';

/**
 * A command on the server that cannot be carried out; the message explains the cause to the person who typed it.
 */
export class OperatorError extends Error {}

/**
 * Creates an account that is an admin only in sessions opened by admin code, for shops without Discord.
 * @returns its first admin code
 * @throws OperatorError when the name is malformed or taken
 */
export async function createOperator(
  tx: Tx,
  { username, now }: { username: string; now: Date },
): Promise<AdminCode> {
  const name = usernameSchema.safeParse(username);
  if (!name.success) throw new OperatorError(name.error.issues.map(({ message }) => message).join('; '));
  const made = await insertAccount(tx, { username: name.data });
  if (!('user' in made))
    throw new OperatorError(
      'An account has this name. Choose another, or make a code: admin code <username>',
    );
  const subject = `user:${made.user.id}`;
  await grantOperatorRight(tx, made.user.id, now);
  await writeAuditRow(tx, { actor: OPERATOR, action: 'operator.create', subject });
  raiseAlert(tx, {
    kind: 'security',
    title: 'An operator account was made on the server',
    detail: `operator.create · ${subject}`,
  });
  return createAdminCode(tx, { userId: made.user.id, createdBy: OPERATOR, now });
}

/**
 * Withdraws the right of an operator account and ends its sessions; the account stays.
 * @throws OperatorError when there is no such operator
 */
export async function revokeOperator(tx: Tx, { username }: { username: string }): Promise<void> {
  const id = await withdrawOperatorRight(tx, username);
  if (id === undefined) throw new OperatorError('No operator account has this name.');
  await deleteUnusedCodes(tx, id);
  await deleteSessionsOf(tx, id);
  await writeAuditRow(tx, { actor: OPERATOR, action: 'operator.revoke', subject: `user:${id}` });
}

/**
 * Creates an admin code for an operator's account, or one whose Discord id is in the settings. Without a name the
 * oldest account gets the code, those of the settings first.
 * @throws OperatorError when there is no such account or it is blocked
 */
export async function issueCodeOnServer(
  tx: Tx,
  { username, adminDiscordIds, now }: { username?: string; adminDiscordIds: readonly string[]; now: Date },
): Promise<AdminCode> {
  const account = await findAdminAccount(tx, { username, adminDiscordIds });
  if (!account)
    throw new OperatorError(
      username === undefined
        ? 'No account is an admin yet: sign in with Discord as one of ADMIN_DISCORD_IDS, or make one with: admin create <username>'
        : 'No admin has this name: it is neither an operator account nor linked with an id of ADMIN_DISCORD_IDS.',
    );
  if (account.blocked) throw new OperatorError('This account is blocked.');
  return createAdminCode(tx, { userId: account.id, createdBy: OPERATOR, now });
}

const adminRow = idRow.extend({ blocked: z.boolean() });

/** Makes an account an operator account, which is an admin in sessions that were opened by admin code. */
async function grantOperatorRight(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.update(User, userId, { operatorSince: now });
}

/**
 * Withdraws the operator right from an account.
 * @returns the account's id, or undefined when no operator has this name
 */
async function withdrawOperatorRight(tx: Tx, username: string): Promise<number | undefined> {
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
function findAdminAccount(
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
