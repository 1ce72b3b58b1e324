import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { changePasswordRequest, type ChangePasswordRequest, type PasswordStateAnswer } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { Allow, type Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/current-actor.js';
import { ZodBody } from '../../common/zod.pipe.js';
import { callOrigin } from './call-origin.js';
import { ChangePassword } from './change-password.js';

/** The own password: what the form needs, and a new one (OWN-25). */
@Controller('api/account/password')
@Allow('session')
export class PasswordController {
  constructor(private readonly changePassword: ChangePassword) {}

  @Get()
  state(@CurrentActor() actor: Actor): Promise<PasswordStateAnswer> {
    return this.changePassword.state(actor);
  }

  @Post()
  @HttpCode(200)
  async change(
    @CurrentActor() actor: Actor,
    @ZodBody(changePasswordRequest) wish: ChangePasswordRequest,
    @Req() request: FastifyRequest,
  ): Promise<{ success: true }> {
    await this.changePassword.execute(actor, wish, callOrigin(request));
    return { success: true };
  }
}
