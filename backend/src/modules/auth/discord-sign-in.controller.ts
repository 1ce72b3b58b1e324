import { Controller, Get, Inject, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allow } from '../../common/access.js';
import { ShopError } from '../../common/problem.js';
import { writeSessionCookie } from '../../infra/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { DiscordGuard } from './discord.guard.js';
import { OpenSession } from './open-session.js';
import { SignInFailureFilter } from './sign-in-failure.filter.js';
import { SignInWithDiscord } from './sign-in-with-discord.js';

/** Signing in with Discord, as browser navigations (SHOP-7.10). */
@Controller('api/auth/discord')
@Allow('public')
@UseGuards(DiscordGuard)
@UseFilters(SignInFailureFilter)
export class DiscordSignInController {
  constructor(
    private readonly signInWithDiscord: SignInWithDiscord,
    private readonly openSession: OpenSession,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** `?next=/path` names the page to come back to. */
  @Get()
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const url = request.discordFlow?.authorizeUrl;
    if (url === undefined) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    await reply.redirect(url, 302);
  }

  @Get('callback')
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const flow = request.discordFlow;
    if (!flow?.proven) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    const { user, provesOwner } = await this.signInWithDiscord.execute(flow.proven, flow.linkUserId);
    const { actor: previous, ip: address } = request;
    const opening = { userId: user.id, by: 'discord', previous, address } as const;
    const token = await this.openSession.execute({ ...opening, isPasswordFree: provesOwner });
    writeSessionCookie(reply, this.settings, token);
    await reply.redirect(flow.nextPath, 302);
  }
}
