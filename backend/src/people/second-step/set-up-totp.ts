import { Injectable } from '@nestjs/common';
import type { RecoveryCodesAnswer, TotpOfferAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { CallOrigin } from '../../platform/http/request-context.js';
import { wrongStepError } from './step-attempt.js';
import { StepChange } from './step-change.js';
import { StepChallenges } from './step-challenges.js';
import { generateTotpKey, findTimeStep, buildTotpUri, TotpKeys } from './totp.js';

/** Sets up an authenticator app: offers a key, and stores the key once the app's first code is confirmed. */
@Injectable()
export class SetUpTotp {
  constructor(
    private readonly change: StepChange,
    private readonly challenges: StepChallenges,
    private readonly keys: TotpKeys,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError METHOD_DISABLED, and as StepChange */
  async offerKey(actor: Actor): Promise<TotpOfferAnswer> {
    const key = generateTotpKey();
    const sealed = this.keys.sealKey(actor.userId, key);
    await this.change.assertMayHaveStep(actor);
    return this.change.runChange(actor, async (tx, { username }) => {
      await this.challenges.createChallenge(tx, actor.sessionId, 'totp', sealed);
      return { key, uri: buildTotpUri(key, username) };
    });
  }

  /**
   * @returns recovery codes if the app is the account's first step method
   * @throws ShopError SECOND_STEP_WRONG, CONFLICT without an offer of the last minutes, and as `offerKey`
   */
  async confirmKey(actor: Actor, typed: string, origin: CallOrigin): Promise<RecoveryCodesAnswer> {
    await this.change.assertMayHaveStep(actor);
    const recoveryCodes = await this.change.runChange(actor, async (tx) => {
      const sealed = await this.challenges.readChallenge(tx, actor.sessionId, 'totp');
      const key = this.keys.openKey(actor.userId, sealed ?? null);
      if (sealed === undefined || key === undefined)
        throw new ShopError('CONFLICT', 'This key is too old or was used. Begin again.');
      const step = findTimeStep(key, typed.replaceAll(/[\s-]/g, ''), this.clock.now());
      if (step === undefined) throw wrongStepError();
      await this.challenges.consumeChallenge(tx, actor.sessionId, 'totp');
      return this.storeKey(tx, actor, { sealed, step }, origin);
    });
    this.change.announceChange(actor);
    return { recoveryCodes };
  }

  /** Stores the key and marks the confirming code as used. */
  private async storeKey(
    tx: Tx,
    actor: Actor,
    { sealed, step }: { sealed: string; step: number },
    origin: CallOrigin,
  ): Promise<string[]> {
    const codes = await this.change.startSecondStep(tx, actor);
    await sql(tx).run(
      'UPDATE second_steps SET totp_sealed = $2, totp_since = $3, totp_used_step = $4 WHERE user_id = $1',
      [actor.userId, sealed, this.clock.now(), step],
    );
    await this.change.recordChange(
      tx,
      actor,
      { action: 'second-step.add', notice: 'second_step_added', detail: { way: 'totp' } },
      origin,
    );
    return codes;
  }
}
