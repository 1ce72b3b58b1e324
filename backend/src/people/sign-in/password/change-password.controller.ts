import { Controller, Req } from '@nestjs/common';
import { accountCalls, type ChangePasswordRequest, type PasswordStateAnswer } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/calls/access.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { ZodBody } from '../../../platform/http/zod.pipe.js';
import { Call } from '../../../platform/calls/call.js';
import { readCallOrigin } from '../../access/call-origin.js';
import { ChangePassword } from './change-password.js';

/** Calls on the own password: what the password form needs, and to set a new password. */
@Controller()
export class ChangePasswordController {
  constructor(private readonly changePassword: ChangePassword) {}

  @Call(accountCalls.passwordState)
  readPasswordState(@CurrentActor() actor: Actor): Promise<PasswordStateAnswer> {
    return this.changePassword.readPasswordState(actor);
  }

  @Call(accountCalls.changePassword)
  async setPassword(
    @CurrentActor() actor: Actor,
    @ZodBody(accountCalls.changePassword.body) passwords: ChangePasswordRequest,
    @Req() request: FastifyRequest,
  ): Promise<{ success: true }> {
    await this.changePassword.execute(actor, passwords, readCallOrigin(request));
    return { success: true };
  }
}
