import { Controller, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { authCalls } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '../../../common/problem.js';
import { Call } from '../../../infra/calls/call.js';
import { callOrigin } from '../call-origin.js';
import { DiscordGuard } from './discord.guard.js';
import { SignInBrowser } from '../sessions/sign-in-browser.js';
import { SignInFailureFilter } from './sign-in-failure.filter.js';
import { SignInWithDiscord } from './sign-in-with-discord.js';

/** Signing in with Discord, as browser navigations (SHOP-7.10). */
@Controller()
@UseGuards(DiscordGuard)
@UseFilters(SignInFailureFilter)
export class DiscordSignInController {
  constructor(
    private readonly signInWithDiscord: SignInWithDiscord,
    private readonly signInBrowser: SignInBrowser,
  ) {}

  /** `?next=/path` names the page to come back to. */
  @Call(authCalls.startDiscordSignIn)
  async start(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const url = request.discordFlow?.authorizeUrl;
    if (url === undefined) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    await reply.redirect(url, 302);
  }

  @Call(authCalls.finishDiscordSignIn)
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const flow = request.discordFlow;
    if (!flow?.proven) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    const { actor: previous } = request;
    const { userAgent } = callOrigin(request);
    const account = flow.userId !== null && previous ? { ...previous, userAgent } : undefined;
    const user = await this.signInWithDiscord.execute(flow.proven, flow.purpose, account);
    // A sign-in that only made the link proves nothing.
    const isDiscordProven = flow.purpose !== 'link';
    const who = { userId: user.id, by: 'discord', isDiscordProven, discordId: flow.proven.id } as const;
    await this.signInBrowser.execute(request, reply, who);
    await reply.redirect(flow.nextPath, 302);
  }
}
