import { Controller, Req, Res } from '@nestjs/common';
import {
  secondStepCalls,
  type PasskeyCheckAnswer,
  type PasskeyCheckRequest,
  type PassSecondStepRequest,
  type SecondStepAnswer,
} from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { callOrigin } from '../access/call-origin.js';
import { FinishStep } from './finish-step.js';
import { PassWithCode } from './pass-with-code.js';
import { PassWithPasskey } from './pass-with-passkey.js';
import { SecondStepState } from './second-step-state.js';

/** Shows and passes the second step. */
@Controller()
export class SecondStepController {
  constructor(
    private readonly state: SecondStepState,
    private readonly withCode: PassWithCode,
    private readonly withPasskey: PassWithPasskey,
    private readonly finish: FinishStep,
  ) {}

  @Call(secondStepCalls.secondStep)
  show(@CurrentActor() actor: Actor): Promise<SecondStepAnswer> {
    return this.state.of(actor);
  }

  @Call(secondStepCalls.passSecondStep)
  async pass(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.passSecondStep.body) { code }: PassSecondStepRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    this.finish.tell(actor, await this.withCode.execute(actor, code, callOrigin(request)), reply);
    return { success: true };
  }

  @Call(secondStepCalls.startPasskeyCheck)
  challenge(@CurrentActor() actor: Actor): Promise<PasskeyCheckAnswer> {
    return this.withPasskey.challenge(actor);
  }

  @Call(secondStepCalls.passWithPasskey)
  async passWithPasskey(
    @CurrentActor() actor: Actor,
    @ZodBody(secondStepCalls.passWithPasskey.body) body: PasskeyCheckRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    this.finish.tell(actor, await this.withPasskey.execute(actor, body, callOrigin(request)), reply);
    return { success: true };
  }
}
