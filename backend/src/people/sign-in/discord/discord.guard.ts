import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { PassportStrategy, AuthGuard } from '@nestjs/passport';
import { Strategy } from 'passport-oauth2';
import { discordUserAgent } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../../settings.js';
import { DiscordFlow } from './discord-flow.js';
import { type DiscordPerson, DiscordMembers } from '../../rights/discord-members.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as after } from 'node:timers/promises';
import { ShopError } from '../../../platform/shop-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { DiscordUnavailableError } from '../../../platform/discord/discord-errors.js';
import { AccountsQueries } from '../../accounts/accounts.queries.js';
import { SecurityLog } from '../../audit/security-log.js';
import { OauthStates } from './oauth-states.js';
import { isDocumentRequest } from '../../../platform/http/origin.js';
import { DISCORD_PER_ADDRESS } from '../sign-in-limits.js';
import { discordNotLinkedError } from './unlink-discord.js';

/**
 * Passport's store of OAuth states, which passes each call to the sign-in of the request. Passport detects PKCE by
 * the number of parameters, so there are five, some of them unused.
 */
const flowStore = {
  store(flow: unknown, codeVerifier: unknown, _state?: unknown, _meta?: unknown, respond?: unknown): void {
    const begun = toDiscordFlow(flow).beginSignIn(String(codeVerifier));
    void begun
      .then((state) => invokeCallback(respond, null, state))
      .catch((error: unknown) => invokeCallback(respond, error));
  },
  verify(flow: unknown, state: unknown, _meta?: unknown, respond?: unknown): void {
    const resumed = toDiscordFlow(flow).resumeSignIn(typeof state === 'string' ? state : '');
    void resumed
      .then((verifier) => invokeCallback(respond, null, verifier))
      .catch((error: unknown) => invokeCallback(respond, error));
  },
};

function invokeCallback(respond: unknown, ...values: unknown[]): void {
  if (typeof respond !== 'function') throw new Error('passport asked for a state without PKCE');
  Reflect.apply(respond, undefined, values);
}

function toDiscordFlow(request: unknown): DiscordFlow {
  if (!(request instanceof DiscordFlow)) throw new Error('passport was given another request');
  return request;
}

/**
 * Passport's OAuth 2 strategy for Discord: authorization code flow with PKCE and one fixed callback. The guard adds
 * the scopes.
 */
@Injectable()
export class DiscordStrategy extends PassportStrategy(Strategy, 'discord') {
  constructor(@Inject(SETTINGS) { discord, publicUrl }: Settings) {
    super({
      authorizationURL: `${discord.apiUrl}/oauth2/authorize`,
      tokenURL: `${discord.apiUrl}/oauth2/token`,
      // Placeholder values; without a Discord application in the settings the guard refuses before using them.
      clientID: discord.clientId ?? 'none',
      clientSecret: discord.clientSecret ?? 'none',
      callbackURL: `${publicUrl}/api/auth/discord/callback`,
      customHeaders: { 'user-agent': discordUserAgent(publicUrl) },
      pkce: true,
      state: true,
      store: flowStore,
      passReqToCallback: true,
    });
  }

  /** Reads the person with the access token, which is used only once. */
  validate(flow: DiscordFlow, accessToken: string): Promise<DiscordPerson> {
    return flow.readPerson(accessToken);
  }
}

/** Time limit of Discord's token call, ms, because passport sets none. */
const DEADLINE_MS = 10_000;

/**
 * Runs a request of the sign-in with Discord. The start ends with the address of Discord's page, the callback with
 * a person.
 */
@Injectable()
export class DiscordGuard extends AuthGuard('discord') {
  constructor(
    private readonly states: OauthStates,
    private readonly discord: DiscordMembers,
    private readonly accounts: AccountsQueries,
    private readonly limits: RateLimiter,
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
    // Refuses images and frames, because another site could use up the visitor's limit with them; Discord itself
    // returns the browser by a page.
    if (request.method !== 'POST' && !isDocumentRequest(request.headers))
      throw new ShopError('ORIGIN_FORBIDDEN', 'Signing in with Discord opens as a page of its own.');
    await this.limits.take(DISCORD_PER_ADDRESS, this.security.hashAddress(request.ip));
    const isCallback = request.routeOptions.url?.endsWith('/callback') === true;
    const flow = new DiscordFlow(request, reply, isCallback, {
      states: this.states,
      discord: this.discord,
      settings: this.settings,
    });
    // Refuses a callback without Discord's parameters, because passport would treat such a request as a start.
    if (isCallback && flow.query.code === undefined && flow.query.error === undefined)
      throw new ShopError('OAUTH_STATE_INVALID', 'This sign-in was not begun here, or it is too old.');
    if (!isCallback) await this.requireLinked(request);
    request.discordFlow = flow;
    const done = new AbortController();
    try {
      // Passport calls nothing back after a redirect, so the first of three outcomes ends the request.
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

  /**
   * Asks a signed-in account without a linked Discord account to link one first, because a sign-in links nothing.
   */
  private async requireLinked({ actor, linkProof }: FastifyRequest): Promise<void> {
    if (!actor || linkProof) return;
    const identity = await this.accounts.readIdentity(actor.userId);
    if (identity?.discordId === null) throw discordNotLinkedError();
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

/** The person declined the sign-in at Discord. */
export class AccessDeniedError extends Error {}
