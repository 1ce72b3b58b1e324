import { Inject, Injectable } from '@nestjs/common';
import { discordUserAgent } from '@pax/contracts';
import { z } from 'zod';
import { SETTINGS, type Settings } from '../../settings.js';
import { DISCORD_CODE, DiscordUnavailableError } from './discord-errors.js';

const TIMEOUT_MS = 5_000;
const tokens = z.object({
  access_token: z.string().min(1).max(200),
  refresh_token: z.string().min(1).max(200),
  expires_in: z.number().int().positive(),
});
/** Other refusals with these statuses are of the address or of the application, and pass. */
const endedGrant = z.object({ error: z.literal('invalid_grant') });
const verdict = z.object({ code: z.number() });
const refusedForm = z.object({ error: z.string() });
const refusedToken = z.object({ code: z.literal([DISCORD_CODE.personsToken, DISCORD_CODE.missingScope]) });

/** A person's grant, as Discord's token call answers it. */
export interface DiscordGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds until the access token ends. */
  readonly expiresIn: number;
}

/** A grant from a token call's answer; undefined where something is missing. */
export function grantOf(answer: unknown): DiscordGrant | undefined {
  const { data } = tokens.safeParse(answer);
  return (
    data && {
      accessToken: data.access_token,
      refreshToken: data.refresh_token,
      expiresIn: data.expires_in,
    }
  );
}

/** Discord calls by and about the grants of people. Each answers undefined where Discord says that a grant ended. */
@Injectable()
export class DiscordGrants {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** New tokens for a refresh token, which is used up. @throws DiscordUnavailableError */
  async refresh(refreshToken: string): Promise<DiscordGrant | undefined> {
    const { status, body } = await this.form('/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    if (status === 400 && endedGrant.safeParse(body).success) return undefined;
    const grant = status === 200 ? grantOf(body) : undefined;
    if (!grant) throw refused(status);
    return grant;
  }

  /** Ends a grant; one that is unknown has ended. @throws DiscordUnavailableError */
  async revoke(refreshToken: string): Promise<void> {
    const fields = { token: refreshToken, token_type_hint: 'refresh_token' };
    const { status, body } = await this.form('/oauth2/token/revoke', fields);
    const isUnknown = status === 400 && refusedForm.safeParse(body).success;
    if (status !== 200 && !isUnknown) throw refused(status);
  }

  /** Tells Discord about the person of a token. @returns false where the token ended @throws DiscordUnavailableError */
  async tell(accessToken: string, connection: object): Promise<boolean> {
    const path = `/v10/users/@me/applications/${this.settings.discord.clientId}/role-connection`;
    const { status, body } = await this.send(path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(connection),
    });
    if (status === 401 && verdict.safeParse(body).success) return false;
    if (status === 403 && refusedToken.safeParse(body).success) return false;
    if (status !== 200) throw refused(status);
    return true;
  }

  private form(path: string, fields: Record<string, string>): Promise<{ status: number; body: unknown }> {
    const { clientId = '', clientSecret = '' } = this.settings.discord;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return this.send(path, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  }

  private async send(
    path: string,
    request: { method: string; headers: Record<string, string>; body: string },
  ): Promise<{ status: number; body: unknown }> {
    const { discord, publicUrl } = this.settings;
    try {
      const answer = await fetch(`${discord.apiUrl}${path}`, {
        ...request,
        headers: { ...request.headers, 'user-agent': discordUserAgent(publicUrl) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      const body: unknown = await answer.json().catch(() => undefined);
      return { status: answer.status, body };
    } catch (error) {
      throw new DiscordUnavailableError(`Discord did not answer: ${String(error)}`);
    }
  }
}

const refused = (status: number): DiscordUnavailableError =>
  new DiscordUnavailableError(`Discord answered ${status}`);
