import { Injectable } from '@nestjs/common';
import type { RecoveryCodesAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import type { CallOrigin } from '../access/call-origin.js';
import { setUpRequired } from './finish-step.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import { StepChange } from './step-change.js';

/** Removes the app or a passkey, or replaces the recovery codes. */
@Injectable()
export class RemoveWay {
  constructor(private readonly change: StepChange) {}

  /** @throws ShopError NOT_FOUND, and as StepChange */
  totp(actor: Actor, origin: CallOrigin): Promise<void> {
    return this.remove(actor, origin, {
      way: 'totp',
      statement: `UPDATE second_steps SET totp_sealed = NULL, totp_since = NULL, totp_used_step = NULL
                   WHERE user_id = $1 AND totp_sealed IS NOT NULL`,
      values: [],
    });
  }

  /** @throws ShopError NOT_FOUND, and as StepChange */
  passkey(actor: Actor, id: number, origin: CallOrigin): Promise<void> {
    return this.remove(actor, origin, {
      way: 'passkey',
      statement: 'DELETE FROM passkeys WHERE user_id = $1 AND id = $2',
      values: [id],
    });
  }

  /** @throws ShopError SECOND_STEP_SETUP_REQUIRED, and as StepChange */
  async renewCodes(actor: Actor, origin: CallOrigin): Promise<RecoveryCodesAnswer> {
    const recoveryCodes = await this.change.run(actor, async (tx, { id }, secondStep) => {
      if (secondStep === 'none') throw setUpRequired();
      const codes = await replaceRecoveryCodes(tx, id);
      const record = { action: 'second-step.recovery-codes', notice: 'recovery_codes_renewed' } as const;
      await this.change.record(tx, actor, record, origin);
      return codes;
    });
    return { recoveryCodes };
  }

  private async remove(
    actor: Actor,
    origin: CallOrigin,
    { way, statement, values }: { way: string; statement: string; values: unknown[] },
  ): Promise<void> {
    await this.change.run(actor, async (tx, { id }) => {
      const count = await sql(tx).affected(statement, [id, ...values]);
      if (count === 0) throw new ShopError('NOT_FOUND', 'There is nothing to remove.');
      await this.change.endIfLast(tx, actor);
      const record = {
        action: 'second-step.remove',
        notice: 'second_step_removed',
        detail: { way },
      } as const;
      await this.change.record(tx, actor, record, origin);
    });
    this.change.announce(actor);
  }
}
