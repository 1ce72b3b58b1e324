import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-oauth2';
import { discordUserAgent } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../../settings.js';
import { DiscordFlow } from './discord-flow.js';
import type { DiscordPerson } from '../../rights/discord-rest.js';

/**
 * Passport's store of states, backed by the flow that it gets as its request. It has five parameters, because passport
 * detects PKCE by their number; the library's types have fewer, hence optional and unknown ones.
 */
const flowStore = {
  store(flow: unknown, codeVerifier: unknown, _state?: unknown, _meta?: unknown, respond?: unknown): void {
    const begun = asFlow(flow).begin(String(codeVerifier));
    void begun
      .then((state) => invoke(respond, null, state))
      .catch((error: unknown) => invoke(respond, error));
  },
  verify(flow: unknown, state: unknown, _meta?: unknown, respond?: unknown): void {
    const resumed = asFlow(flow).resume(typeof state === 'string' ? state : '');
    void resumed
      .then((verifier) => invoke(respond, null, verifier))
      .catch((error: unknown) => invoke(respond, error));
  },
};

function invoke(respond: unknown, ...values: unknown[]): void {
  if (typeof respond !== 'function') throw new Error('passport asked for a state without PKCE');
  Reflect.apply(respond, undefined, values);
}

function asFlow(request: unknown): DiscordFlow {
  if (!(request instanceof DiscordFlow)) throw new Error('passport was given another request');
  return request;
}

/** Passport's OAuth 2 strategy pointed at Discord: code flow with PKCE, one fixed callback; the guard names the scopes. */
@Injectable()
export class DiscordStrategy extends PassportStrategy(Strategy, 'discord', true) {
  constructor(@Inject(SETTINGS) { discord, publicUrl }: Settings) {
    super({
      authorizationURL: `${discord.apiUrl}/oauth2/authorize`,
      tokenURL: `${discord.apiUrl}/oauth2/token`,
      // Without an application at Discord the guard refuses before these are used.
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

  /**
   * Uses the access token once; only a grant for linked roles is kept. All five parameters are named, because the library
   * hands over the token call's answer only then.
   */
  validate(
    flow: DiscordFlow,
    accessToken: string,
    refreshToken: unknown,
    answer: unknown,
    _profile: unknown,
  ): Promise<DiscordPerson> {
    // The library takes the refresh token out of the answer.
    return flow.person(accessToken, { ...Object(answer), refresh_token: refreshToken });
  }
}
