import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { DiscordUnavailableError } from '../../platform/discord/discord-errors.js';
import { parseAnswer } from '../../platform/discord/parse-answer.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** How long an invite can be used, seconds. */
export const INVITE_LIFE_S = 3_600;

const channelId = z.string().nullish();
const guild = z.object({ rules_channel_id: channelId, system_channel_id: channelId });
const invite = z.object({ code: z.string().regex(/^[\w-]{2,64}$/) });

/** Makes invites into the Discord server, each for one person and an hour. */
@Injectable()
export class NewInvite {
  constructor(
    private readonly api: DiscordApi,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns its address @throws DiscordUnavailableError, also where the bot may not invite */
  async create(userId: number): Promise<string> {
    const { rules_channel_id: rules, system_channel_id: system } = parseAnswer(
      await this.api.guild({ path: '', bucket: 'guild' }),
      guild,
    );
    const channel = rules ?? system;
    if (channel == null)
      throw new DiscordUnavailableError('The Discord server names no channel to invite to');
    const answer = await this.api.bot({
      method: 'POST',
      path: `/channels/${channel}/invites`,
      bucket: 'invites',
      body: { max_age: INVITE_LIFE_S, max_uses: 1, unique: true },
      auditReason: `Asked for by account ${userId} of the shop`,
    });
    return `${this.settings.discord.apiUrl.replace(/\/api\/?$/, '')}/invite/${parseAnswer(answer, invite).code}`;
  }
}
