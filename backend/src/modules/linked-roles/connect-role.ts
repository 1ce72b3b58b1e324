import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LinkedRolesAnswer } from '@pax/contracts';
import { DataSource } from 'typeorm';
import type { Actor } from '../../common/access.js';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { sql } from '../../infra/database/sql.js';
import type { DiscordGrant } from '../../infra/discord/discord-grants.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { sealGrant } from './sealed-grant.js';

/** People let the shop tell Discord their tier, and take that back (OWN-750). */
@Injectable()
export class ConnectRole {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Keeps a grant, encrypted; a job tells Discord. @param personId whom Discord proved
   * @throws ShopError BLOCKED, DISCORD_MISMATCH, METHOD_DISABLED
   */
  async execute(actor: Actor, personId: string, grant: DiscordGrant): Promise<void> {
    const { tokenKey, discord } = this.settings;
    if (!discord.linkedRoles || tokenKey === undefined)
      throw new ShopError('METHOD_DISABLED', 'Linked roles are switched off.');
    const identity = await this.accounts.identity(actor.userId);
    if (actor.blocked) throw new ShopError('BLOCKED', 'This account is blocked.');
    if (identity?.discordId !== personId)
      throw new ShopError(
        'DISCORD_MISMATCH',
        'You signed in at Discord with another account than the one that is linked.',
      );
    const { accessToken, refreshToken, expiresIn } = grant;
    const endsAt = this.clock.in(expiresIn * 1_000).getTime();
    const stored = { discordId: personId, accessToken, refreshToken, endsAt };
    await sql(this.database).run(
      `INSERT INTO role_connections (user_id, sealed, next_try_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET sealed = EXCLUDED.sealed, told_version = NULL, is_unwanted = false,
         attempts = 0, next_try_at = EXCLUDED.next_try_at`,
      [actor.userId, sealGrant(tokenKey, actor.userId, stored), this.clock.now()],
    );
  }

  /** The owner takes it back; a job tells Discord and deletes the grant. */
  async end(userId: number): Promise<void> {
    await sql(this.database).run(
      'UPDATE role_connections SET is_unwanted = true, attempts = 0, next_try_at = $2 WHERE user_id = $1',
      [userId, this.clock.now()],
    );
  }

  async of(userId: number): Promise<LinkedRolesAnswer> {
    const isLinked = await sql(this.database).exists(
      'SELECT 1 FROM role_connections WHERE user_id = $1 AND NOT is_unwanted',
      [userId],
    );
    return { isOffered: this.settings.discord.linkedRoles, isLinked };
  }
}
