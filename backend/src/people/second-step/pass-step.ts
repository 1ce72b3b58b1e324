import { Injectable } from '@nestjs/common';
import type { SecondStepMethod, PasskeyCheckAnswer, PasskeyCheckRequest } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { notifyOwner } from '../accounts/security-notices.js';
import { SecurityLog } from '../audit/security-log.js';
import type { CallOrigin } from '../../platform/http/request-context.js';
import { StepAttempt, type PassedStep, type StepOrigin, setUpRequiredError } from './step-attempt.js';
import { useRecoveryCode } from './recovery-codes.js';
import { readSecondStep, readPasskeys } from './second-step-rows.js';
import {
  STEP_PER_ACCOUNT,
  STEP_PER_ACCOUNT_DAY,
  STEP_PER_ADDRESS,
  PASSKEY_PER_ACCOUNT,
} from './second-step-state.js';
import { findTimeStep, TotpKeys } from './totp.js';
import { StepChallenges } from './step-challenges.js';
import { WebAuthn } from './webauthn.js';

const DIGITS = /^\d{6}$/;

/** Passes the second step with a code from the authenticator app or a recovery code; each code works once. */
@Injectable()
export class PassWithCode {
  constructor(
    private readonly transactions: Transactions,
    private readonly attempt: StepAttempt,
    private readonly keys: TotpKeys,
    private readonly limits: RateLimiter,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError SECOND_STEP_WRONG, SECOND_STEP_SETUP_REQUIRED, FRESH_SIGN_IN_REQUIRED, RATE_LIMITED */
  async execute(actor: Actor, typed: string, origin: StepOrigin): Promise<PassedStep> {
    this.attempt.assertMayPassStep(actor);
    const code = typed.replaceAll(/[\s-]/g, '');
    const way = DIGITS.test(code) ? 'totp' : 'recovery-code';
    const giveBack = await this.takeTry(actor, way, origin);
    const passed = await this.transactions
      .run(async (tx) => {
        await this.attempt.lockLiveSession(tx, actor);
        const isRight =
          way === 'totp'
            ? await this.useAppCode(tx, actor, code)
            : await this.passWithRecoveryCode(tx, actor, code, origin);
        return isRight
          ? this.attempt.recordPassedStep(tx, actor, way, origin)
          : this.attempt.recordWrongStep(tx, actor, way, origin);
      })
      .catch(async (error: unknown) => {
        // Gives the attempt back, because the code was not checked.
        await giveBack();
        throw error;
      });
    if (!passed) throw await this.attempt.alertWrongStep(actor);
    await giveBack();
    return passed;
  }

  /** Counts the attempt before checking the code, so that concurrent guesses cannot exceed the limit. */
  private async takeTry(
    { userId }: Actor,
    way: SecondStepMethod,
    { address }: CallOrigin,
  ): Promise<() => Promise<void>> {
    const subject = `user:${userId}`;
    try {
      return await this.limits.takeAttempt([
        [STEP_PER_ADDRESS, this.security.hashAddress(address)],
        [STEP_PER_ACCOUNT, String(userId)],
        [STEP_PER_ACCOUNT_DAY, String(userId)],
      ]);
    } catch (error) {
      const alert = 'Too many wrong second steps were tried';
      if (error instanceof ShopError)
        await this.security.recordRefusal({
          actor: subject,
          action: 'second-step.limited',
          subject,
          detail: { way },
          address,
          alert,
        });
      throw error;
    }
  }

  /** Marks the app code's time step and earlier ones as used, so that a code seen by others works only once. */
  private async useAppCode(tx: Tx, { userId }: Actor, code: string): Promise<boolean> {
    const row = await readSecondStep(tx, userId);
    const key = this.keys.openKey(userId, row?.totpSealed ?? null);
    const step = key === undefined ? undefined : findTimeStep(key, code, this.clock.now());
    if (step === undefined) return false;
    const count = await sql(tx).affected(
      `UPDATE second_steps SET totp_used_step = $2
        WHERE user_id = $1 AND (totp_used_step IS NULL OR totp_used_step < $2)`,
      [userId, step],
    );
    return count === 1;
  }

  private async passWithRecoveryCode(
    tx: Tx,
    { userId }: Actor,
    code: string,
    { userAgent }: CallOrigin,
  ): Promise<boolean> {
    if (!(await useRecoveryCode(tx, userId, code, this.clock.now()))) return false;
    await notifyOwner(tx, { userId, kind: 'recovery_code_used', userAgent });
    raiseAlert(tx, {
      kind: 'security',
      title: 'A recovery code was used',
      detail: `second-step.pass · user:${userId}`,
    });
    return true;
  }
}

/** Passes the second step with a passkey, which signs a challenge of this session once. */
@Injectable()
export class PassWithPasskey {
  constructor(
    private readonly transactions: Transactions,
    private readonly attempt: StepAttempt,
    private readonly challenges: StepChallenges,
    private readonly webAuthn: WebAuthn,
    private readonly limits: RateLimiter,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the challenge for the passkey to sign.
   * @throws ShopError SECOND_STEP_SETUP_REQUIRED without a passkey, FRESH_SIGN_IN_REQUIRED
   */
  async createChallenge(actor: Actor): Promise<PasskeyCheckAnswer> {
    this.attempt.assertMayPassStep(actor);
    return this.transactions.run(async (tx) => {
      await this.attempt.lockLiveSession(tx, actor);
      const present = await readPasskeys(tx, actor.userId);
      if (present.length === 0 || !this.webAuthn.isOffered) throw setUpRequiredError();
      const asked = await this.webAuthn.createChallenge(present);
      await this.challenges.createChallenge(tx, actor.sessionId, 'passkey', asked.challenge);
      return asked;
    });
  }

  /** @throws ShopError SECOND_STEP_WRONG, SECOND_STEP_SETUP_REQUIRED, FRESH_SIGN_IN_REQUIRED, RATE_LIMITED */
  async execute(actor: Actor, { response }: PasskeyCheckRequest, origin: StepOrigin): Promise<PassedStep> {
    this.attempt.assertMayPassStep(actor);
    const giveBack = await this.limits.takeAttempt([
      [STEP_PER_ADDRESS, this.security.hashAddress(origin.address)],
      [PASSKEY_PER_ACCOUNT, String(actor.userId)],
    ]);
    const passed = await this.transactions
      .run(async (tx) => {
        await this.attempt.lockLiveSession(tx, actor);
        return (await this.isChallengeSigned(tx, actor, response))
          ? this.attempt.recordPassedStep(tx, actor, 'passkey', origin)
          : this.attempt.recordWrongStep(tx, actor, 'passkey', origin);
      })
      .catch(async (error: unknown) => {
        await giveBack();
        throw error;
      });
    if (!passed) throw await this.attempt.alertWrongStep(actor);
    await giveBack();
    return passed;
  }

  /** Checks the signature, uses up the challenge in any case, and stores the passkey's counter. */
  private async isChallengeSigned(
    tx: Tx,
    { userId, sessionId }: Actor,
    response: PasskeyCheckRequest['response'],
  ): Promise<boolean> {
    const challenge = await this.challenges.consumeChallenge(tx, sessionId, 'passkey');
    const key = (await readPasskeys(tx, userId)).find(({ credentialId }) => credentialId === response.id);
    if (challenge === undefined || !key || !this.webAuthn.isOffered) return false;
    const counter = await this.webAuthn.verifySignature(response, challenge, key);
    if (counter === undefined) return false;
    await sql(tx).run('UPDATE passkeys SET counter = $2, last_used_at = $3 WHERE id = $1', [
      key.id,
      counter,
      this.clock.now(),
    ]);
    return true;
  }
}
