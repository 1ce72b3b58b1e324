import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as after } from 'node:timers/promises';
import { ShopError } from '../../../platform/problem.js';
import { Limits } from '../../../platform/limits/limits.js';
import { DiscordUnavailableError } from '../../../platform/discord/discord-errors.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { SecurityLog } from '../../audit/security-log.js';
import { DiscordFlow } from './discord-flow.js';
import { DiscordRest, type DiscordPerson } from '../../rights/discord-rest.js';
import { OauthStates } from './oauth-states.js';
import { isForDocument } from '../sessions/own-navigation.js';
import { DISCORD_PER_ADDRESS } from '../sign-in-limits.js';
import { discordNotLinked } from './unlink-discord.js';

/** Discord's token call has no time limit of its own, ms. */
const DEADLINE_MS = 10_000;

/** Runs a request of the sign-in with Discord: the start ends with Discord's address, the callback with a person. */
@Injectable()
export class DiscordGuard extends AuthGuard('discord') {
  constructor(
    private readonly states: OauthStates,
    private readonly discord: DiscordRest,
    private readonly accounts: AccountsQueries,
    private readonly limits: Limits,
    private readonly security: SecurityLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { clientId, clientSecret } = this.settings.discord;
    if (clientId === undefined || clientSecret === undefined)
      throw new ShopError('METHOD_DISABLED', 'Signing in with Discord is switched off.');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    // A page of another site would use up its visitor's limit with images; Discord itself leads back as a page.
    if (request.method !== 'POST' && !isForDocument(request.headers))
      throw new ShopError('ORIGIN_FORBIDDEN', 'Signing in with Discord opens as a page of its own.');
    await this.limits.take(DISCORD_PER_ADDRESS, this.security.hash(request.ip));
    const isCallback = request.routeOptions.url?.endsWith('/callback') === true;
    const flow = new DiscordFlow(request, reply, isCallback, {
      states: this.states,
      discord: this.discord,
      settings: this.settings,
    });
    // Passport would take a callback without Discord's parameters for a start.
    if (isCallback && flow.query.code === undefined && flow.query.error === undefined)
      throw new ShopError('OAUTH_STATE_INVALID', 'This sign-in was not begun here, or it is too old.');
    if (!isCallback) await this.requireLinked(request);
    request.discordFlow = flow;
    const done = new AbortController();
    try {
      // After a redirect passport never calls back, so the first of the three ends the request.
      const outcome = await Promise.race([
        super.canActivate(context),
        flow.response.redirected,
        after(DEADLINE_MS, undefined, { signal: done.signal, ref: false }).then(() => {
          throw new DiscordUnavailableError('Discord did not answer in time');
        }),
      ]);
      if (typeof outcome === 'string') flow.authorizeUrl = outcome;
      return true;
    } finally {
      done.abort();
    }
  }

  /** Signing in with Discord links nothing: an account without one is asked to link first. */
  private async requireLinked({ actor, mayLink }: FastifyRequest): Promise<void> {
    if (!actor || mayLink === true) return;
    const identity = await this.accounts.identity(actor.userId);
    if (identity?.discordId === null) throw discordNotLinked();
  }

  override getAuthenticateOptions(context: ExecutionContext): { scope: string[] } | undefined {
    const flow = this.getRequest(context);
    return flow && { scope: flow.scopes };
  }

  override getRequest(context: ExecutionContext): DiscordFlow | undefined {
    return context.switchToHttp().getRequest<FastifyRequest>().discordFlow;
  }

  getResponse(context: ExecutionContext): unknown {
    return this.getRequest(context)?.response;
  }

  override handleRequest<T extends DiscordPerson>(
    error: unknown,
    person: T | false,
    _info: unknown,
    context: ExecutionContext,
  ): T {
    if (error) throw error;
    if (!person) throw new AccessDeniedError('The person did not allow the sign-in');
    const flow = this.getRequest(context);
    if (flow) flow.proven = person;
    return person;
  }
}

/** The person did not allow the sign-in at Discord. */
export class AccessDeniedError extends Error {}
