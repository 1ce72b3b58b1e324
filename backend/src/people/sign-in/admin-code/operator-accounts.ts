import { username as usernameSchema } from '@pax/contracts';
import type { Tx } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import { deleteSessionsOf } from '../../../platform/sessions/sessions.js';
import { insertAccount } from '../../accounts/register-account.js';
import {
  findAdminAccount,
  grantOperatorRight,
  withdrawOperatorRight,
} from '../../accounts/operator-right.js';
import { writeAuditRow } from '../../audit/audit.js';
import { createAdminCode, deleteUnusedCodes, type AdminCode } from './admin-code.js';

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
