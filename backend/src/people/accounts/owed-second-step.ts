import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { writeAuditRow } from '../audit/audit.js';
import type { FormerIdentities } from './former-identities.js';
import type { User } from './user.entity.js';
import { readSecondStep } from '../second-step/second-step-rows.js';

/**
 * Notes whether a former account of the Discord id that an account just got had a second step. Sessions of an
 * account that owes the step have no rights until an admin waives it.
 * @param user locked or new
 */
export async function updateOwedSecondStep(tx: Tx, departed: FormerIdentities, user: User): Promise<void> {
  const isOwed = user.discordId !== null && (await departed.hadSecondStep(tx, user.discordId, user.id));
  if (isOwed === user.secondStepOwed) return;
  user.secondStepOwed = isOwed;
  await sql(tx).run('UPDATE users SET second_step_owed = $2 WHERE id = $1', [user.id, isOwed]);
  if (!isOwed) return;
  const subject = `user:${user.id}`;
  await writeAuditRow(tx, { actor: 'shop', action: 'second-step.owed', subject });
  raiseAlert(tx, {
    kind: 'security',
    title: 'A Discord account with a second step came back with another account',
    detail: `second-step.owed · ${subject}`,
  });
}

/**
 * Waives a second step that an account owes.
 * @returns false when the account owed none
 */
export async function clearOwedSecondStep(tx: Tx, userId: number): Promise<boolean> {
  const count = await sql(tx).affected(
    'UPDATE users SET second_step_owed = false WHERE id = $1 AND second_step_owed',
    [userId],
  );
  return count === 1;
}

/**
 * Records that an account with a second step loses its Discord id, so that the next account with that id needs one
 * too.
 * @param user locked
 */
export async function carryOverSecondStep(
  tx: Tx,
  departed: FormerIdentities,
  { id, discordId }: Pick<User, 'id' | 'discordId'>,
): Promise<void> {
  if (discordId === null || (await readSecondStep(tx, id)) === undefined) return;
  await departed.storeIdentities(tx, id, [{ kind: 'second-step', value: discordId }]);
}
