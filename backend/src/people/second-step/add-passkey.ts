import { Injectable } from '@nestjs/common';
import {
  MAX_PASSKEYS,
  type AddPasskeyRequest,
  type PasskeyOfferAnswer,
  type RecoveryCodesAnswer,
} from '@pax/contracts';
import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { CallOrigin } from '../../platform/http/request-context.js';
import { wrongStepError } from './step-attempt.js';
import { readPasskeys } from './second-step-rows.js';
import { StepChange } from './step-change.js';
import { StepChallenges } from './step-challenges.js';
import { WebAuthn } from './webauthn.js';

/** Adds a passkey to an account, under a name that the owner chose. */
@Injectable()
export class AddPasskey {
  constructor(
    private readonly change: StepChange,
    private readonly challenges: StepChallenges,
    private readonly webAuthn: WebAuthn,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError METHOD_DISABLED, CONFLICT for too many passkeys, and as StepChange */
  async offerPasskey(actor: Actor): Promise<PasskeyOfferAnswer> {
    await this.change.assertMayHaveStep(actor);
    return this.change.runChange(actor, async (tx, { id, username }) => {
      const present = await readPasskeys(tx, id);
      assertBelowPasskeyLimit(present.length);
      const offered = await this.webAuthn.createRegistration({ id, username }, present);
      await this.challenges.createChallenge(tx, actor.sessionId, 'new-passkey', offered.challenge);
      return offered;
    });
  }

  /**
   * @returns recovery codes if the passkey is the account's first step method
   * @throws ShopError SECOND_STEP_WRONG, CONFLICT for a known passkey or too many, and as `offerPasskey`
   */
  async execute(actor: Actor, request: AddPasskeyRequest, origin: CallOrigin): Promise<RecoveryCodesAnswer> {
    await this.change.assertMayHaveStep(actor);
    const recoveryCodes = await this.change.runChange(actor, async (tx) => {
      const challenge = await this.challenges.consumeChallenge(tx, actor.sessionId, 'new-passkey');
      const made =
        challenge === undefined
          ? undefined
          : await this.webAuthn.verifyRegistration(request.response, challenge);
      // Returns instead of throwing, so that the transaction commits and the challenge stays used.
      return made && this.storePasskey(tx, actor, { ...made, name: request.name }, origin);
    });
    if (!recoveryCodes) throw wrongStepError();
    this.change.announceChange(actor);
    return { recoveryCodes };
  }

  private async storePasskey(
    tx: Tx,
    actor: Actor,
    { id, publicKey, counter, transports = [], name }: WebAuthnCredential & { name: string },
    origin: CallOrigin,
  ): Promise<string[]> {
    assertBelowPasskeyLimit((await readPasskeys(tx, actor.userId)).length);
    const codes = await this.change.startSecondStep(tx, actor);
    const isNew = await sql(tx).exists(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
      [actor.userId, id, Buffer.from(publicKey), counter, transports, name, this.clock.now()],
    );
    if (!isNew) throw new ShopError('CONFLICT', 'This passkey is known already.');
    await this.change.recordChange(
      tx,
      actor,
      { action: 'second-step.add', notice: 'second_step_added', detail: { way: 'passkey' } },
      origin,
    );
    return codes;
  }
}

function assertBelowPasskeyLimit(present: number): void {
  if (present >= MAX_PASSKEYS)
    throw new ShopError('CONFLICT', `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
}
