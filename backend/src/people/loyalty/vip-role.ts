import { Inject, Injectable } from '@nestjs/common';
import { DiscordApi } from '../../platform/discord/discord-api.js';
import { isNoMember } from '../../platform/discord/discord-errors.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { User } from '../accounts/user.entity.js';

/** Grants and removes the VIP role on the shop's Discord server. */
@Injectable()
export class VipRole {
  constructor(
    private readonly api: DiscordApi,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** True when VIP role, Discord server and bot are set up in the settings. */
  get isSetUp(): boolean {
    return this.api.isSetUp && this.settings.discord.vipRoleId !== undefined;
  }

  /**
   * Grants the VIP role; a repeat is harmless.
   * @returns false while the person is not a member of the server
   * @throws DiscordUnavailableError when Discord does not answer, refuses, or does not know the server
   */
  grantVipRole(discordId: string): Promise<boolean> {
    return this.changeVipRole('PUT', discordId);
  }

  /**
   * Removes the VIP role; a repeat is harmless.
   * @returns and throws as `grantVipRole`
   */
  revokeVipRole(discordId: string): Promise<boolean> {
    return this.changeVipRole('DELETE', discordId);
  }

  private async changeVipRole(method: 'PUT' | 'DELETE', discordId: string): Promise<boolean> {
    const { vipRoleId } = this.settings.discord;
    try {
      const path = `/members/${discordId}/roles/${vipRoleId}`;
      await this.api.callGuild({ method, path, bucket: 'member-role', auditReason: 'VIP Badge' });
      return true;
    } catch (error) {
      if (isNoMember(error)) return false;
      throw error;
    }
  }
}

/**
 * Queues the removal of the VIP role from the Discord account that an account is losing; the next linked one
 * gets the role.
 * @param user locked
 */
export async function queueRoleRemoval(
  tx: Tx,
  { id, discordId }: Pick<User, 'id' | 'discordId'>,
  now: Date,
): Promise<void> {
  if (discordId === null) return;
  await sql(tx).run(
    `WITH granted AS (
       UPDATE role_grants SET attempts = 0, next_try_at = $3, done_at = NULL WHERE user_id = $1 RETURNING user_id)
     INSERT INTO former_roles (discord_id, next_try_at) SELECT $2, $3 FROM granted
     ON CONFLICT (discord_id) DO UPDATE SET attempts = 0, next_try_at = $3`,
    [id, discordId, now],
  );
}

/**
 * Deletes the pending grant of the VIP role to an account that is being erased, and queues the removal of a
 * granted one.
 */
export async function dropRoleGrant(tx: Tx, user: User, now: Date): Promise<void> {
  await queueRoleRemoval(tx, user, now);
  await sql(tx).run('DELETE FROM role_grants WHERE user_id = $1', [user.id]);
}
