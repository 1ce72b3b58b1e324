import { Inject, Injectable } from '@nestjs/common';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { isNoMember } from '../../platform/discord/discord-errors.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Grants and takes the VIP role of the shop's Discord server. */
@Injectable()
export class VipRole {
  constructor(
    private readonly api: DiscordApi,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** True when a VIP role, a server and a bot are set up. */
  get exists(): boolean {
    return this.api.isSetUp && this.settings.discord.vipRoleId !== undefined;
  }

  /**
   * Grants the role; idempotent. @returns false while the person is no member of the server
   * @throws DiscordUnavailableError when Discord does not answer, refuses, or does not know the server
   */
  grant(discordId: string): Promise<boolean> {
    return this.change('PUT', discordId);
  }

  /** Takes the role; idempotent. @returns and throws as `grant` */
  take(discordId: string): Promise<boolean> {
    return this.change('DELETE', discordId);
  }

  private async change(method: 'PUT' | 'DELETE', discordId: string): Promise<boolean> {
    const { vipRoleId } = this.settings.discord;
    try {
      const path = `/members/${discordId}/roles/${vipRoleId}`;
      await this.api.guild({ method, path, bucket: 'member-role', auditReason: 'VIP Badge' });
      return true;
    } catch (error) {
      if (isNoMember(error)) return false;
      throw error;
    }
  }
}
