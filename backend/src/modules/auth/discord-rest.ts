import { Inject, Injectable } from '@nestjs/common';
import { discordId } from '@pax/contracts';
import { z } from 'zod';
import { SETTINGS, type Settings } from '../../settings.js';

const TIMEOUT_MS = 3_000;
const member = z.object({ roles: z.array(z.string()) });
const person = z.object({ id: discordId, username: z.string().min(1).max(64) });
export type DiscordPerson = z.infer<typeof person>;

/** Discord gave no usable answer: unreachable, slow, limiting us, or refusing our token. */
export class DiscordAwayError extends Error {}

/** What signing in and rights ask of Discord, each with a short time limit. */
@Injectable()
export class DiscordRest {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Whether the shop's server can be asked about its members at all. */
  get knowsMembers(): boolean {
    const { token, guildId } = this.settings.discord;
    return token !== undefined && guildId !== undefined;
  }

  /** Role ids of a member of the shop's server; null for somebody who is not a member. @throws DiscordAwayError */
  async memberRoles(userId: string): Promise<string[] | null> {
    const { token, guildId } = this.settings.discord;
    if (token === undefined || guildId === undefined) return null;
    const answer = await this.get(`/v10/guilds/${guildId}/members/${userId}`, `Bot ${token}`);
    if (answer.status === 404) return null;
    return (await read(answer, member)).roles;
  }

  /** The person who granted an access token. @throws DiscordAwayError */
  async me(accessToken: string): Promise<DiscordPerson> {
    return read(await this.get('/v10/users/@me', `Bearer ${accessToken}`), person);
  }

  private async get(path: string, authorization: string): Promise<Response> {
    try {
      return await fetch(`${this.settings.discord.apiUrl}${path}`, {
        headers: { authorization, 'user-agent': 'DiscordBot (pax-market, 1)' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
    } catch (error) {
      throw new DiscordAwayError(`Discord did not answer: ${String(error)}`);
    }
  }
}

async function read<T extends z.ZodType>(answer: Response, schema: T): Promise<z.output<T>> {
  if (!answer.ok) throw new DiscordAwayError(`Discord answered ${answer.status}`);
  const parsed = schema.safeParse(await answer.json().catch(() => undefined));
  if (!parsed.success) throw new DiscordAwayError('Discord answered something else than promised');
  return parsed.data;
}
