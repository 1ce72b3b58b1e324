import { Injectable } from '@nestjs/common';
import type { PasskeyCheckAnswer, PasskeyCheckRequest } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Limits } from '../../platform/limits/limits.js';
import { SecurityLog } from '../audit/security-log.js';
import type { CallOrigin } from '../access/call-origin.js';
import { FinishStep, type PassedStep, setUpRequired } from './finish-step.js';
import { passkeysOf } from './second-step-rows.js';
import { PASSKEY_PER_ACCOUNT, STEP_PER_ADDRESS } from './step-limits.js';
import { StepOffers } from './step-offers.js';
import { WebAuthn } from './webauthn.js';

/** Passes the second step with a passkey, which signs a challenge of this session once. */
@Injectable()
export class PassWithPasskey {
  constructor(
    private readonly transactions: Transactions,
    private readonly finish: FinishStep,
    private readonly offers: StepOffers,
    private readonly webAuthn: WebAuthn,
    private readonly limits: Limits,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError SECOND_STEP_SETUP_REQUIRED without a passkey, FRESH_SIGN_IN_REQUIRED */
  async challenge(actor: Actor): Promise<PasskeyCheckAnswer> {
    this.finish.assertMayPass(actor);
    return this.transactions.run(async (tx) => {
      await this.finish.begin(tx, actor);
      const present = await passkeysOf(tx, actor.userId);
      if (present.length === 0 || !this.webAuthn.isOffered) throw setUpRequired();
      const asked = await this.webAuthn.challenge(present);
      await this.offers.make(tx, actor.sessionId, 'passkey', asked.challenge);
      return asked;
    });
  }

  /** @throws ShopError SECOND_STEP_WRONG, SECOND_STEP_SETUP_REQUIRED, FRESH_SIGN_IN_REQUIRED, RATE_LIMITED */
  async execute(actor: Actor, { response }: PasskeyCheckRequest, origin: CallOrigin): Promise<PassedStep> {
    this.finish.assertMayPass(actor);
    const giveBack = await this.limits.takeTry([
      [STEP_PER_ADDRESS, this.security.hash(origin.address)],
      [PASSKEY_PER_ACCOUNT, String(actor.userId)],
    ]);
    const passed = await this.transactions
      .run(async (tx) => {
        await this.finish.begin(tx, actor);
        return (await this.isSigned(tx, actor, response))
          ? this.finish.pass(tx, actor, 'passkey', origin)
          : this.finish.refuse(tx, actor, 'passkey', origin);
      })
      .catch(async (error: unknown) => {
        await giveBack();
        throw error;
      });
    if (!passed) throw await this.finish.tellWrongStep(actor);
    await giveBack();
    return passed;
  }

  /** Uses the challenge up, whether it was signed or not, and writes the passkey's counter. */
  private async isSigned(
    tx: Tx,
    { userId, sessionId }: Actor,
    response: PasskeyCheckRequest['response'],
  ): Promise<boolean> {
    const challenge = await this.offers.take(tx, sessionId, 'passkey');
    const key = (await passkeysOf(tx, userId)).find(({ credentialId }) => credentialId === response.id);
    if (challenge === undefined || !key || !this.webAuthn.isOffered) return false;
    const counter = await this.webAuthn.verify(response, challenge, key);
    if (counter === undefined) return false;
    await sql(tx).run('UPDATE passkeys SET counter = $2, last_used_at = $3 WHERE id = $1', [
      key.id,
      counter,
      this.clock.now(),
    ]);
    return true;
  }
}
