import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SETTINGS, type Settings } from '../../settings.js';

const TIMEOUT_MS = 3_000;
/** Discord's codes for somebody who is not a member of the server, or does not exist any more. */
const NO_MEMBER = [10_007, 10_013];
const refusal = z.object({ code: z.number() });

/** Gives the VIP role of the shop's Discord server (OWN-56). */
@Injectable()
export class VipRole {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Whether there is a role to give, and a server and a bot to give it with. */
  get exists(): boolean {
    const { token, guildId, vipRoleId } = this.settings.discord;
    return token !== undefined && guildId !== undefined && vipRoleId !== undefined;
  }

  /**
   * Giving it again changes nothing.
   * @returns false while the person is no member of the server
   * @throws Error when Discord is away or refuses
   */
  async give(discordId: string): Promise<boolean> {
    const { apiUrl, token, guildId, vipRoleId } = this.settings.discord;
    const path = `/v10/guilds/${guildId}/members/${discordId}/roles/${vipRoleId}`;
    const answer = await fetch(`${apiUrl}${path}`, {
      method: 'PUT',
      headers: {
        authorization: `Bot ${token}`,
        'user-agent': 'DiscordBot (pax-market, 1)',
        'x-audit-log-reason': 'VIP Badge',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (answer.ok) return true;
    const told = refusal.safeParse(await answer.json().catch(() => undefined));
    if (answer.status === 404 && told.success && NO_MEMBER.includes(told.data.code)) return false;
    throw new Error(`Discord answered ${answer.status}${told.success ? ` (${told.data.code})` : ''}`);
  }
}
