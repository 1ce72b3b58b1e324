import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alert.js';
import { deleteSessionsOf } from '../../platform/sessions/sessions.js';
import { accountIdNamed } from '../accounts/operator-right.js';
import { forgiveStep } from '../accounts/owed-step.js';
import { noticeOwner } from '../accounts/security-notices.js';
import { audit } from '../audit/audit.js';
import { OPERATOR, OperatorError } from '../sign-in/admin-code/operator-accounts.js';

/**
 * Takes the second step of an account away, and one that it owes, and ends its sessions: the last resort of somebody
 * with a shell on the server. @throws OperatorError when there is no such account, or it has none
 */
export async function resetSecondStep(tx: Tx, { username }: { username: string }): Promise<void> {
  const id = await accountIdNamed(tx, username);
  if (id === undefined) throw new OperatorError('No account has this name.');
  const own = await sql(tx).affected('DELETE FROM second_steps WHERE user_id = $1', [id]);
  if (!(await forgiveStep(tx, id)) && own === 0) throw new OperatorError('This account has no second step.');
  await deleteSessionsOf(tx, id);
  const subject = `user:${id}`;
  await audit(tx, { actor: OPERATOR, action: 'second-step.reset', subject });
  await noticeOwner(tx, { userId: id, kind: 'second_step_reset', userAgent: null });
  raiseAlert(tx, {
    kind: 'security',
    title: 'A second step was reset on the server',
    detail: `second-step.reset · ${subject}`,
  });
}
