import { Inject, Injectable } from '@nestjs/common';
import { SHOP_NAME, formatCentsAsDecimal, type ServerInfoAnswer } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { SETTINGS, type Settings } from '../../settings.js';

const CACHE_MS = 60_000;
/** Pause after a failed call to Discord, ms. */
const RETRY_MS = 10_000;

/** Address at which people join the Discord server. */
export function inviteAddressFor({ discord }: Settings): string {
  return discord.inviteUrl ?? discord.webUrl;
}

const guild = z.object({ name: z.string(), approximate_member_count: z.number().int().optional() });

/** Name and size of the Discord server, cached for a minute. Without Discord, the values in the settings. */
@Injectable()
export class ServerInfoSource {
  private last: ServerInfoAnswer | undefined;
  private freshUntil = 0;
  private pending: Promise<ServerInfoAnswer> | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly api: DiscordApi,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Reads name and size of the server. Never throws: without Discord it returns the last answer or the values in
   * the settings.
   */
  async readInfo(): Promise<ServerInfoAnswer> {
    if (this.last && this.clock.now().getTime() < this.freshUntil) return this.last;
    this.pending ??= this.refreshInfo().finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  private async refreshInfo(): Promise<ServerInfoAnswer> {
    const fetched = await this.fetchInfo();
    this.freshUntil = this.clock.now().getTime() + (fetched ? CACHE_MS : RETRY_MS);
    this.last = fetched ?? this.last ?? this.configuredInfo();
    return this.last;
  }

  private async fetchInfo(): Promise<ServerInfoAnswer | undefined> {
    if (!this.api.isSetUp) return undefined;
    try {
      const answer = guild.parse(await this.api.callGuild({ path: '?with_counts=true', bucket: 'guild' }));
      const { name, approximate_member_count: memberCount = 0 } = answer;
      return { ...this.configuredInfo(), serverName: name, memberCount };
    } catch {
      // Returns nothing for any error, because DiscordApi has already raised an alert and the site shows the
      // settings' values.
      return undefined;
    }
  }

  private configuredInfo(): ServerInfoAnswer {
    const { joinReward, selfCancel, undoSeconds, delivery, holds, crypto, discord } = this.settings;
    const referralMonthlyCap = formatCentsAsDecimal(this.settings.referralMonthlyCents);
    const inviteLink = inviteAddressFor(this.settings);
    return {
      serverName: SHOP_NAME,
      memberCount: 0,
      inviteLink,
      joinReward,
      selfCancel,
      undoSeconds,
      delivery,
      holdHours: { confirming: holds.confirmingHours, crypto: crypto.holdHours },
      referralMonthlyCap,
      postsPurchases: discord.channels.purchases !== undefined,
    };
  }
}
