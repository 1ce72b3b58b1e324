import { Controller, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { authCalls } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError } from '../../../platform/problem.js';
import { Call } from '../../../platform/calls/call.js';
import { callOrigin } from '../../access/call-origin.js';
import { DiscordGuard } from './discord.guard.js';
import { SignInBrowser } from '../sessions/sign-in-browser.js';
import { ConnectRole } from '../../linked-roles/connect-role.js';
import { JoinWithGrant } from './join-with-grant.js';
import { SignInFailureFilter } from './sign-in-failure.filter.js';
import { SignInWithDiscord } from './sign-in-with-discord.js';

/** Signing in with Discord, as browser navigations. */
@Controller()
@UseGuards(DiscordGuard)
@UseFilters(SignInFailureFilter)
export class DiscordSignInController {
  constructor(
    private readonly signInWithDiscord: SignInWithDiscord,
    private readonly signInBrowser: SignInBrowser,
    private readonly joinWithGrant: JoinWithGrant,
    private readonly connectRole: ConnectRole,
  ) {}

  /**
   * `?next=/path` names the page to come back to; `?join=1` asks a linked person to be added to the server,
   * `?roles=1` to let Discord know their tier.
   */
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
    // Adding somebody is no sign-in: the session stays as it is.
    if (flow.purpose === 'join' && previous && flow.joinToken !== undefined) {
      const outcome = await this.joinWithGrant.execute(previous, flow.proven.id, flow.joinToken);
      await reply.redirect(`/account?joined=${outcome}`, 302);
      return;
    }
    if (flow.purpose === 'roles' && previous && flow.roleGrant) {
      await this.connectRole.execute(previous, flow.proven.id, flow.roleGrant);
      await reply.redirect('/account?roles=linked#discord', 302);
      return;
    }
    const { userAgent } = callOrigin(request);
    const account = flow.userId !== null && previous ? { ...previous, userAgent } : undefined;
    const user = await this.signInWithDiscord.execute(flow.proven, flow.purpose, account);
    // A sign-in that only made the link proves nothing.
    const isDiscordProven = flow.purpose !== 'link';
    const goesOn = !isDiscordProven;
    const who = {
      userId: user.id,
      by: 'discord',
      isDiscordProven,
      goesOn,
      discordId: flow.proven.id,
    } as const;
    await this.signInBrowser.execute(request, reply, who);
    await reply.redirect(flow.nextPath, 302);
  }
}
