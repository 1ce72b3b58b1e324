import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { TIERS } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { DiscordGrants } from '../../platform/discord/discord-grants.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { sealGrant, unsealGrant, type StoredGrant } from './connect-role.js';

const EVERY_MS = 5_000;
/** A token that ends sooner is renewed before it is used, ms. */
const RENEW_BEFORE_MS = 3_600_000;
/** A grant that Discord does not take back for so many tries, over about two days, is deleted all the same. */
const MOST_TRIES = 60;

const dueRow = z.object({
  userId: z.number(),
  sealed: z.string(),
  isUnwanted: z.boolean(),
  attempts: z.number(),
  version: z.number(),
  discordId: z.string().nullable(),
  isBlocked: z.boolean(),
  tier: z.enum(TIERS),
  spentCents: z.number(),
  createdAt: z.date(),
});
type Due = z.infer<typeof dueRow>;
type Row = Pick<Due, 'userId' | 'sealed'>;
type Usable = Row & { grant: StoredGrant };

/**
 * Tells Discord tier, spending and age of accounts whose owners allow it, again when the account changed; what is
 * unlinked, blocked, deleted or taken back is given back. Any number may run.
 */
@Injectable()
export class TellRoleConnections {
  private readonly logger = new Logger(TellRoleConnections.name);
  /** The setting was switched off, and what Discord was told before is to be given back. */
  private isAllDue = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly grants: DiscordGrants,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'tell-role-connections', every: EVERY_MS, role: 'worker' })
  async tellDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    for (const due of await this.take()) {
      // The remaining rows are due again soon, in any process.
      if (signal.aborted) return;
      try {
        await this.settle(due);
      } catch (error) {
        this.logger.warn(
          `Discord was not told about account ${due.userId}, which is retried: ${String(error)}`,
        );
        if (due.attempts >= MOST_TRIES && this.isEnded(due)) await this.forget(due);
      }
    }
  }

  /** Takes what is due and locks it for a time that doubles with its tries, up to about an hour. */
  private async take(): Promise<Due[]> {
    const database = sql(this.database);
    if (!this.settings.discord.linkedRoles && !this.isAllDue) {
      await database.run(`UPDATE role_connections SET next_try_at = $1 WHERE next_try_at = 'infinity'`, [
        this.clock.now(),
      ]);
      this.isAllDue = true;
    }
    return database.rows(
      dueRow,
      `UPDATE role_connections c SET attempts = c.attempts + 1,
              next_try_at = $1::timestamptz + interval '4 seconds' * power(2, least(c.attempts, 10))
         FROM users u
        WHERE u.id = c.user_id
          AND c.id = ANY (ARRAY(SELECT id FROM role_connections WHERE next_try_at <= $1
                                 ORDER BY next_try_at LIMIT 10 FOR UPDATE SKIP LOCKED))
        RETURNING c.user_id AS "userId", c.sealed, c.is_unwanted AS "isUnwanted", c.attempts, u.version,
                  u.discord_id AS "discordId", u.blocked_at IS NOT NULL AS "isBlocked", u.tier,
                  u.total_spent_cents AS "spentCents", u.created_at AS "createdAt"`,
      [this.clock.now()],
    );
  }

  private isEnded({ isUnwanted, isBlocked, discordId }: Due): boolean {
    return isUnwanted || isBlocked || discordId === null || !this.settings.discord.linkedRoles;
  }

  private async settle(due: Due): Promise<void> {
    const { tokenKey } = this.settings;
    const grant = tokenKey === undefined ? undefined : unsealGrant(tokenKey, due.userId, due.sealed);
    // Under another key the grant opens for nobody any more.
    if (!grant || tokenKey === undefined) return this.forget(due);
    const isEnded = this.isEnded(due) || grant.discordId !== due.discordId;
    const usable = await this.told({ ...due, grant }, tokenKey, isEnded ? NOTHING_KNOWN : connectionOf(due));
    // Without a usable grant, the person took it back at Discord.
    if (!usable) return this.forget(due);
    if (isEnded) {
      await this.grants.revoke(usable.grant.refreshToken);
      await this.forget(usable);
      return this.tellAgain(grant.discordId);
    }
    // A change meanwhile set the tries back, so that its own turn is still to come.
    await sql(this.database).run(
      `UPDATE role_connections SET told_version = $3, attempts = 0,
              next_try_at = CASE WHEN attempts = $4 THEN 'infinity' ELSE next_try_at END
        WHERE user_id = $1 AND sealed = $2`,
      [due.userId, usable.sealed, due.version, due.attempts],
    );
  }

  /**
   * Tells Discord with a token that lasts, with a new one where Discord refuses it.
   * @returns the grant as it is then, undefined where it ended at Discord @throws DiscordUnavailableError
   */
  private async told(given: Usable, key: string, connection: object): Promise<Usable | undefined> {
    const isLasting = given.grant.endsAt - RENEW_BEFORE_MS > this.clock.now().getTime();
    if (isLasting && (await this.grants.tell(given.grant.accessToken, connection))) return given;
    const fresh = await this.renewed(given, key);
    if (!fresh || (await this.grants.tell(fresh.grant.accessToken, connection))) return fresh;
    // A new token is refused for what it may not do: nothing can be told by this grant any more.
    await this.grants.revoke(fresh.grant.refreshToken);
    await this.forget(fresh);
    return undefined;
  }

  /** The grant with new tokens, stored before they are used, since the old ones are used up. */
  private async renewed({ userId, sealed, grant }: Usable, key: string): Promise<Usable | undefined> {
    const fresh = await this.grants.refresh(grant.refreshToken);
    if (!fresh) return undefined;
    const { accessToken, refreshToken, expiresIn } = fresh;
    const endsAt = this.clock.in(expiresIn * 1_000).getTime();
    const renewed = { discordId: grant.discordId, accessToken, refreshToken, endsAt };
    const stored = sealGrant(key, userId, renewed);
    await sql(this.database).run(
      'UPDATE role_connections SET sealed = $3 WHERE user_id = $1 AND sealed = $2',
      [userId, sealed, stored],
    );
    return { userId, sealed: stored, grant: renewed };
  }

  /** Makes the data due again for the account that may have the cleared Discord account by now. */
  private async tellAgain(discordId: string): Promise<void> {
    await sql(this.database).run(
      `UPDATE role_connections c SET attempts = 0, next_try_at = $2
         FROM users u WHERE u.id = c.user_id AND u.discord_id = $1`,
      [discordId, this.clock.now()],
    );
  }

  /** Deletes the grant, but not one that its owner gave meanwhile. */
  private async forget({ userId, sealed }: Row): Promise<void> {
    await sql(this.database).run('DELETE FROM role_connections WHERE user_id = $1 AND sealed = $2', [
      userId,
      sealed,
    ]);
  }
}

/** The data that makes Discord forget what it was told. */
const NOTHING_KNOWN = { metadata: {} };

/** The data that Discord gets: all of it as text, whole dollars, days as an instant. */
const connectionOf = ({ tier, spentCents, createdAt }: Due): object => ({
  platform_name: 'Pax Market',
  metadata: {
    tier: String(TIERS.indexOf(tier)),
    spent: String(Math.floor(spentCents / 100)),
    member_since: createdAt.toISOString(),
  },
});
