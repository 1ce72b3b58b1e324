import { Controller, Req, UseGuards } from '@nestjs/common';
import { accountCalls, type DiscordLinkAnswer, type DiscordLinkRequest } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../common/access.js';
import { CurrentActor } from '../../../common/http/current-actor.js';
import { ShopError } from '../../../common/problem.js';
import { ZodBody } from '../../../common/http/zod.pipe.js';
import { Call } from '../../../infra/calls/call.js';
import { callOrigin } from '../call-origin.js';
import { DiscordGuard } from './discord.guard.js';
import { LinkProofGuard } from './link-proof.guard.js';
import { UnlinkDiscord } from './unlink-discord.js';

/** Links and unlinks Discord; both ask for the current password. */
@Controller()
export class DiscordLinkController {
  constructor(private readonly unlinkDiscord: UnlinkDiscord) {}

  /** @returns Discord's page; only the browser that asked can come back from it and link */
  @Call(accountCalls.linkDiscord)
  @UseGuards(LinkProofGuard, DiscordGuard)
  link(@Req() request: FastifyRequest): DiscordLinkAnswer {
    const url = request.discordFlow?.authorizeUrl;
    if (url === undefined) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    return { url };
  }

  @Call(accountCalls.unlinkDiscord)
  async unlink(
    @CurrentActor() actor: Actor,
    @ZodBody(accountCalls.unlinkDiscord.body) { currentPassword }: DiscordLinkRequest,
    @Req() request: FastifyRequest,
  ): Promise<{ success: true }> {
    await this.unlinkDiscord.execute(actor, currentPassword, callOrigin(request));
    return { success: true };
  }
}
