import { Injectable } from '@nestjs/common';
import type { RecoveryCodesAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import type { CallOrigin } from '../../platform/http/request-context.js';
import { setUpRequiredError } from './step-attempt.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import { StepChange } from './step-change.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { deleteSessionsOf } from '../../platform/sessions/sessions.js';
import { findAccountIdByName, OPERATOR, OperatorError } from '../sign-in/admin-code/operator-accounts.js';
import { clearOwedSecondStep } from '../accounts/owed-second-step.js';
import { notifyOwner } from '../accounts/security-notices.js';
import { writeAuditRow } from '../audit/audit.js';

/** Removes the authenticator app or a passkey, or replaces the recovery codes. */
@Injectable()
export class RemoveStepMethod {
  constructor(private readonly change: StepChange) {}

  /** @throws ShopError NOT_FOUND, and as StepChange */
  removeTotp(actor: Actor, origin: CallOrigin): Promise<void> {
    return this.removeMethod(actor, origin, {
      way: 'totp',
      statement: `UPDATE second_steps SET totp_sealed = NULL, totp_since = NULL, totp_used_step = NULL
                   WHERE user_id = $1 AND totp_sealed IS NOT NULL`,
      values: [],
    });
  }

  /** @throws ShopError NOT_FOUND, and as StepChange */
  removePasskey(actor: Actor, id: number, origin: CallOrigin): Promise<void> {
    return this.removeMethod(actor, origin, {
      way: 'passkey',
      statement: 'DELETE FROM passkeys WHERE user_id = $1 AND id = $2',
      values: [id],
    });
  }

  /** @throws ShopError SECOND_STEP_SETUP_REQUIRED, and as StepChange */
  async renewRecoveryCodes(actor: Actor, origin: CallOrigin): Promise<RecoveryCodesAnswer> {
    const recoveryCodes = await this.change.runChange(actor, async (tx, { id }, secondStep) => {
      if (secondStep === 'none') throw setUpRequiredError();
      const codes = await replaceRecoveryCodes(tx, id);
      const record = { action: 'second-step.recovery-codes', notice: 'recovery_codes_renewed' } as const;
      await this.change.recordChange(tx, actor, record, origin);
      return codes;
    });
    return { recoveryCodes };
  }

  private async removeMethod(
    actor: Actor,
    origin: CallOrigin,
    { way, statement, values }: { way: string; statement: string; values: unknown[] },
  ): Promise<void> {
    await this.change.runChange(actor, async (tx, { id }) => {
      const count = await sql(tx).affected(statement, [id, ...values]);
      if (count === 0) throw new ShopError('NOT_FOUND', 'There is nothing to remove.');
      await this.change.endStepWithoutMethods(tx, actor);
      const record = {
        action: 'second-step.remove',
        notice: 'second_step_removed',
        detail: { way },
      } as const;
      await this.change.recordChange(tx, actor, record, origin);
    });
    this.change.announceChange(actor);
  }
}

/**
 * Removes an account's second step, or the duty to have one, and ends its sessions. Run on the server by operators.
 * @throws OperatorError when there is no such account, or it has no second step
 */
export async function resetSecondStep(tx: Tx, { username }: { username: string }): Promise<void> {
  const id = await findAccountIdByName(tx, username);
  if (id === undefined) throw new OperatorError('No account has this name.');
  const own = await sql(tx).affected('DELETE FROM second_steps WHERE user_id = $1', [id]);
  if (!(await clearOwedSecondStep(tx, id)) && own === 0)
    throw new OperatorError('This account has no second step.');
  await deleteSessionsOf(tx, id);
  const subject = `user:${id}`;
  await writeAuditRow(tx, { actor: OPERATOR, action: 'second-step.reset', subject });
  await notifyOwner(tx, { userId: id, kind: 'second_step_reset', userAgent: null });
  raiseAlert(tx, {
    kind: 'security',
    title: 'A second step was reset on the server',
    detail: `second-step.reset · ${subject}`,
  });
}
