import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { audit } from '../audit/audit.js';
import type { DepartedPeople } from './departed-people.js';
import type { User } from './user.entity.js';

/**
 * Notes on an account that has just got a Discord id whether a former account of that id had a second step: then
 * sessions of this one have no rights, until the step is forgiven. @param user locked or new
 */
export async function updateOwedStep(tx: Tx, departed: DepartedPeople, user: User): Promise<void> {
  const isOwed = user.discordId !== null && (await departed.hadSecondStep(tx, user.discordId, user.id));
  if (isOwed === user.secondStepOwed) return;
  user.secondStepOwed = isOwed;
  await sql(tx).run('UPDATE users SET second_step_owed = $2 WHERE id = $1', [user.id, isOwed]);
  if (!isOwed) return;
  const subject = `user:${user.id}`;
  await audit(tx, { actor: 'shop', action: 'second-step.owed', subject });
  raiseAlert(tx, {
    kind: 'security',
    title: 'A Discord account with a second step came back with another account',
    detail: `second-step.owed · ${subject}`,
  });
}

/** Clears an owed second step. @returns whether it owed one */
export async function clearOwedStep(tx: Tx, userId: number): Promise<boolean> {
  const count = await sql(tx).affected(
    'UPDATE users SET second_step_owed = false WHERE id = $1 AND second_step_owed',
    [userId],
  );
  return count === 1;
}
