import { Controller, Inject, Req, Res } from '@nestjs/common';
import {
  secondStepCalls,
  type PasskeyCheckAnswer,
  type PasskeyCheckRequest,
  type PassSecondStepRequest,
  type SecondStepAnswer,
  type AddPasskeyRequest,
  type ConfirmTotpRequest,
  type PasskeyOfferAnswer,
  type RecoveryCodesAnswer,
  type TotpOfferAnswer,
} from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody, PathParam } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { knownBrowserOf } from '../../platform/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { readCallOrigin } from '../../platform/http/request-context.js';
import { StepAttempt, type StepOrigin } from './step-attempt.js';
import { PassWithCode, PassWithPasskey } from './pass-step.js';
import { SecondStepState } from './second-step-state.js';
import { AddPasskey } from './add-passkey.js';
import { RemoveStepMethod } from './remove-step-method.js';
import { SetUpTotp } from './set-up-totp.js';

/** Calls to show and to pass the second step. */
@Controller()
export class SecondStepController {
  constructor(
    private readonly state: SecondStepState,
    private readonly withCode: PassWithCode,
    private readonly withPasskey: PassWithPasskey,
    private readonly attempt: StepAttempt,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Call(secondStepCalls.secondStep)
  showStepState(@CurrentActor() actor: Actor): Promise<SecondStepAnswer> {
    return this.state.readStepState(actor);
  }

  @Call(secondStepCalls.passSecondStep)
  async passStepWithCode(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.passSecondStep.body) { code }: PassSecondStepRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    this.attempt.applyNewSession(
      actor,
      await this.withCode.execute(actor, code, this.readStepOrigin(request)),
      reply,
    );
    return { success: true };
  }

  @Call(secondStepCalls.startPasskeyCheck)
  createPasskeyChallenge(@CurrentActor() actor: Actor): Promise<PasskeyCheckAnswer> {
    return this.withPasskey.createChallenge(actor);
  }

  @Call(secondStepCalls.passWithPasskey)
  async passWithPasskey(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.passWithPasskey.body) body: PasskeyCheckRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    this.attempt.applyNewSession(
      actor,
      await this.withPasskey.execute(actor, body, this.readStepOrigin(request)),
      reply,
    );
    return { success: true };
  }

  private readStepOrigin(request: FastifyRequest): StepOrigin {
    return { ...readCallOrigin(request), browser: knownBrowserOf(request, this.settings) };
  }
}

/** Calls to set up, change and remove the second step. */
@Controller()
export class SetUpController {
  constructor(
    private readonly setUpTotp: SetUpTotp,
    private readonly passkeys: AddPasskey,
    private readonly removal: RemoveStepMethod,
  ) {}

  @Call(secondStepCalls.offerTotp)
  offerTotp(@CurrentActor() actor: Actor): Promise<TotpOfferAnswer> {
    return this.setUpTotp.offerKey(actor);
  }

  @Call(secondStepCalls.confirmTotp)
  confirmTotp(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.confirmTotp.body) { code }: ConfirmTotpRequest,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesAnswer> {
    return this.setUpTotp.confirmKey(actor, code, readCallOrigin(request));
  }

  @Call(secondStepCalls.removeTotp)
  async removeTotp(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<{ success: true }> {
    await this.removal.removeTotp(actor, readCallOrigin(request));
    return { success: true };
  }

  @Call(secondStepCalls.offerPasskey)
  offerPasskey(@CurrentActor() actor: Actor): Promise<PasskeyOfferAnswer> {
    return this.passkeys.offerPasskey(actor);
  }

  @Call(secondStepCalls.addPasskey)
  addPasskey(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.addPasskey.body) body: AddPasskeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesAnswer> {
    return this.passkeys.execute(actor, body, readCallOrigin(request));
  }

  @Call(secondStepCalls.removePasskey)
  async removePasskey(
    @CurrentActor() actor: Actor,
    @PathParam(secondStepCalls.removePasskey, 'id') id: number,
    @Req() request: FastifyRequest,
  ): Promise<{ success: true }> {
    await this.removal.removePasskey(actor, id, readCallOrigin(request));
    return { success: true };
  }

  @Call(secondStepCalls.renewRecoveryCodes)
  renewRecoveryCodes(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesAnswer> {
    return this.removal.renewRecoveryCodes(actor, readCallOrigin(request));
  }
}
