import {
  Controller,
  Req,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import {
  accountCalls,
  type DiscordLinkAnswer,
  type DiscordLinkRequest,
  discordLinkRequest,
} from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/calls/access.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { ShopError } from '../../../platform/shop-error.js';
import { ZodBody, parseInput } from '../../../platform/http/zod.pipe.js';
import { Call } from '../../../platform/calls/call.js';
import { readCallOrigin } from '../../../platform/http/request-context.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { OwnerProof, type GivenProof } from '../password/owner-proof.js';
import { DiscordGuard } from './discord.guard.js';
import { UnlinkDiscord } from './unlink-discord.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The proof that the caller owns the account, so that a sign-in with Discord may link. */
    linkProof?: GivenProof;
  }
}

/** Requires a proof that the caller owns the account before linking starts. Runs before DiscordGuard. */
@Injectable()
class LinkProofGuard implements CanActivate {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly ownerProof: OwnerProof,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor, ip } = request;
    if (!actor) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    const { currentPassword } = parseInput(discordLinkRequest, request.body);
    const user = await this.accounts.findById(actor.userId);
    if (user?.discordId !== null) throw new ShopError('CONFLICT', 'A Discord account is linked already.');
    request.linkProof = await this.ownerProof.requireProof(actor, currentPassword, ip);
    return true;
  }
}

/** Calls to link and unlink Discord, which both ask for the current password. */
@Controller()
export class DiscordLinkController {
  constructor(private readonly unlinkDiscord: UnlinkDiscord) {}

  /** @returns the address of Discord's page; only the browser that asked can return from there and link */
  @Call(accountCalls.linkDiscord)
  @UseGuards(LinkProofGuard, DiscordGuard)
  startLink(@Req() request: FastifyRequest): DiscordLinkAnswer {
    const url = request.discordFlow?.authorizeUrl;
    if (url === undefined) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    return { url };
  }

  @Call(accountCalls.unlinkDiscord)
  async removeLink(
    @CurrentActor() actor: Actor,
    @ZodBody(accountCalls.unlinkDiscord.body) { currentPassword }: DiscordLinkRequest,
    @Req() request: FastifyRequest,
  ): Promise<{ success: true }> {
    await this.unlinkDiscord.execute(actor, currentPassword, readCallOrigin(request));
    return { success: true };
  }
}
