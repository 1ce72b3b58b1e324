import { z } from 'zod';
import { seal, unseal } from '../../platform/secrets.js';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { LinkedRolesAnswer } from '@pax/contracts';
import { DataSource } from 'typeorm';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import type { DiscordGrant } from '../../platform/discord/discord-grants.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { AccountsQueries } from '../accounts/accounts.queries.js';
import { lockUser } from '../accounts/user-row.js';

const storedGrant = z.object({
  discordId: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** When the access token ends, ms since 1970. */
  endsAt: z.number(),
});
export type StoredGrant = z.infer<typeof storedGrant>;

const placeOf = (userId: number): string => `role-connection:${userId}`;

/** Encrypts a grant for its account's row. */
export const sealGrant = (key: string, userId: number, grant: StoredGrant): string =>
  seal(key, placeOf(userId), JSON.stringify(grant));

/** The grant, or undefined where the key is another one. */
export function unsealGrant(key: string, userId: number, sealed: string): StoredGrant | undefined {
  const text = unseal(key, placeOf(userId), sealed);
  return text === undefined ? undefined : storedGrant.safeParse(JSON.parse(text)).data;
}

const keptRow = z.object({ id: z.number(), sealed: z.string() });

/** People let the shop tell Discord their tier, and take that back. */
@Injectable()
export class ConnectRole {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
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
    const sealed = sealGrant(tokenKey, actor.userId, stored);
    await this.transactions.run((tx) => this.keep(tx, tokenKey, actor.userId, { personId, sealed }));
  }

  /** Replaces the grant of the same Discord account; one of another is still to be given back. */
  private async keep(
    tx: Tx,
    key: string,
    userId: number,
    { personId, sealed }: { personId: string; sealed: string },
  ): Promise<void> {
    const database = sql(tx);
    const now = this.clock.now();
    await lockUser(tx, userId);
    const kept = await database.rows(
      keptRow,
      'SELECT id, sealed FROM role_connections WHERE user_id = $1 FOR UPDATE',
      [userId],
    );
    const same = kept.find((row) => unsealGrant(key, userId, row.sealed)?.discordId === personId);
    await database.run(
      `UPDATE role_connections SET is_unwanted = true, attempts = 0, next_try_at = $2
        WHERE user_id = $1 AND id IS DISTINCT FROM $3`,
      [userId, now, same?.id ?? null],
    );
    if (same)
      await database.run(
        `UPDATE role_connections SET sealed = $2, told_version = NULL, is_unwanted = false, attempts = 0,
                next_try_at = $3 WHERE id = $1`,
        [same.id, sealed, now],
      );
    else
      await database.run('INSERT INTO role_connections (user_id, sealed, next_try_at) VALUES ($1, $2, $3)', [
        userId,
        sealed,
        now,
      ]);
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
