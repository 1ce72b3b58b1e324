import { Controller, Req } from '@nestjs/common';
import {
  secondStepCalls,
  type AddPasskeyRequest,
  type ConfirmTotpRequest,
  type PasskeyOfferAnswer,
  type RecoveryCodesAnswer,
  type TotpOfferAnswer,
} from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { callOrigin } from '../access/call-origin.js';
import { AddPasskey } from './add-passkey.js';
import { RemoveWay } from './remove-way.js';
import { SetUpTotp } from './set-up-totp.js';

/** Sets up, changes and removes the second step. */
@Controller()
export class SetUpController {
  constructor(
    private readonly setUpTotp: SetUpTotp,
    private readonly passkeys: AddPasskey,
    private readonly removal: RemoveWay,
  ) {}

  @Call(secondStepCalls.offerTotp)
  offerTotp(@CurrentActor() actor: Actor): Promise<TotpOfferAnswer> {
    return this.setUpTotp.offer(actor);
  }

  @Call(secondStepCalls.confirmTotp)
  confirmTotp(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.confirmTotp.body) { code }: ConfirmTotpRequest,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesAnswer> {
    return this.setUpTotp.confirm(actor, code, callOrigin(request));
  }

  @Call(secondStepCalls.removeTotp)
  async removeTotp(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<{ success: true }> {
    await this.removal.totp(actor, callOrigin(request));
    return { success: true };
  }

  @Call(secondStepCalls.offerPasskey)
  offerPasskey(@CurrentActor() actor: Actor): Promise<PasskeyOfferAnswer> {
    return this.passkeys.offer(actor);
  }

  @Call(secondStepCalls.addPasskey)
  addPasskey(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.addPasskey.body) body: AddPasskeyRequest,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesAnswer> {
    return this.passkeys.execute(actor, body, callOrigin(request));
  }

  @Call(secondStepCalls.removePasskey)
  async removePasskey(
    @CurrentActor() actor: Actor,
    @PathParam(secondStepCalls.removePasskey, 'id') id: number,
    @Req() request: FastifyRequest,
  ): Promise<{ success: true }> {
    await this.removal.passkey(actor, id, callOrigin(request));
    return { success: true };
  }

  @Call(secondStepCalls.renewRecoveryCodes)
  renewRecoveryCodes(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
  ): Promise<RecoveryCodesAnswer> {
    return this.removal.renewCodes(actor, callOrigin(request));
  }
}
