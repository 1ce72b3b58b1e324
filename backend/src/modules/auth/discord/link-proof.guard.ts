import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { discordLinkRequest } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '../../../common/problem.js';
import { parse } from '../../../common/http/zod.pipe.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { OwnerProof } from '../password/owner-proof.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the owner is proven, so that the sign-in with Discord may link. */
    mayLink?: boolean;
  }
}

/** Requires a proof of the owner before linking starts; runs before DiscordGuard. */
@Injectable()
export class LinkProofGuard implements CanActivate {
  constructor(
    private readonly accounts: AccountsQueries,
    private readonly ownerProof: OwnerProof,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor, ip } = request;
    if (!actor) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    const { currentPassword } = parse(discordLinkRequest, request.body);
    const user = await this.accounts.byId(actor.userId);
    if (user?.discordId !== null) throw new ShopError('CONFLICT', 'A Discord account is linked already.');
    await this.ownerProof.require(actor, currentPassword, ip);
    request.mayLink = true;
    return true;
  }
}
