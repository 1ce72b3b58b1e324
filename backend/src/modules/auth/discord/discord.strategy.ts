import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-oauth2';
import { discordUserAgent } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../../settings.js';
import { DiscordFlow } from './discord-flow.js';
import type { DiscordPerson } from './discord-rest.js';

/**
 * Passport's store of states, by the means of the flow that it gets as its request. Passport tells the form with
 * PKCE by the number of parameters; the library's types know only shorter forms, hence optional and unknown ones.
 */
const flowStore = {
  store(flow: unknown, codeVerifier: unknown, _state?: unknown, _meta?: unknown, answer?: unknown): void {
    const begun = asFlow(flow).begin(String(codeVerifier));
    void begun.then((state) => tell(answer, null, state)).catch((error: unknown) => tell(answer, error));
  },
  verify(flow: unknown, state: unknown, _meta?: unknown, answer?: unknown): void {
    const resumed = asFlow(flow).resume(typeof state === 'string' ? state : '');
    void resumed
      .then((verifier) => tell(answer, null, verifier))
      .catch((error: unknown) => tell(answer, error));
  },
};

function tell(answer: unknown, ...told: unknown[]): void {
  if (typeof answer !== 'function') throw new Error('passport asked for a state without PKCE');
  Reflect.apply(answer, undefined, told);
}

function asFlow(request: unknown): DiscordFlow {
  if (!(request instanceof DiscordFlow)) throw new Error('passport was given another request');
  return request;
}

/** Passport's OAuth 2 strategy pointed at Discord: code flow with PKCE, scope identify, one fixed way back. */
@Injectable()
export class DiscordStrategy extends PassportStrategy(Strategy, 'discord') {
  constructor(@Inject(SETTINGS) { discord, publicUrl }: Settings) {
    super({
      authorizationURL: `${discord.apiUrl}/oauth2/authorize`,
      tokenURL: `${discord.apiUrl}/oauth2/token`,
      // Without an application at Discord the guard refuses before these are used.
      clientID: discord.clientId ?? 'none',
      clientSecret: discord.clientSecret ?? 'none',
      callbackURL: `${publicUrl}/api/auth/discord/callback`,
      customHeaders: { 'user-agent': discordUserAgent(publicUrl) },
      scope: ['identify'],
      pkce: true,
      state: true,
      store: flowStore,
      passReqToCallback: true,
    });
  }

  /** The access token is used for this one question and kept nowhere. */
  validate(flow: DiscordFlow, accessToken: string): Promise<DiscordPerson> {
    return flow.person(accessToken);
  }
}
