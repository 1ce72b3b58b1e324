import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Clock } from '../../platform/clock.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { VipRole } from './vip-role.js';
import { readFrozen } from './frozen-rewards.js';

const EVERY_MS = 3_000;
/** Alerts at the third failed attempt, so that a short outage raises none, and at every hundredth. */
const ALERT_AT = 3;
const ALERT_EVERY = 100;
/** Limit of attempts to remove a role, over about two days. Then the row is deleted and the role stays. */
const MAX_TRIES = 60;

const waitingRow = z.object({
  /** The account's id; null for a Discord account that was unlinked. */
  userId: z.number().nullable(),
  discordId: z.string(),
  /** True when an account of this Discord id has an unfrozen VIP badge; else the role is removed. */
  hasBadge: z.boolean(),
  /** Number of attempts, including the current one. */
  attempts: z.number(),
});
type WaitingRole = z.infer<typeof waitingRow>;

/** SQL that counts an attempt and doubles the delay before the next one, up to about an hour. */
const TRY = `attempts = t.attempts + 1,
  next_try_at = $1::timestamptz + interval '4 seconds' * power(2, least(t.attempts, 10))`;
const HAS_BADGE = `EXISTS (SELECT FROM users h JOIN role_grants f ON f.user_id = h.id
  WHERE h.discord_id = t.discord_id AND h.vip_at IS NOT NULL AND NOT f.is_frozen AND h.blocked_at IS NULL)`;
/** SQL: the account \`u\` of a grant \`g\` has the badge, and neither missing points nor a block hold it back. */
const HAS_BADGE_NOW = '(u.vip_at IS NOT NULL AND NOT g.is_frozen)';

/**
 * Grants the VIP role at Discord to accounts with the badge; removes it when the badge is frozen, or the account
 * blocked or unlinked. Retries, because people may join the server later. Any number of workers may run.
 */
@Injectable()
export class GrantVipRoles {
  private readonly logger = new Logger(GrantVipRoles.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly role: VipRole,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'grant-vip-roles', every: EVERY_MS, role: 'worker' })
  async changeDueRoles(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (signal.aborted) return;
    if (this.role.isSetUp) await this.transactions.run((tx) => recordHeldBadges(tx, this.clock.now()));
    for (const waiting of this.role.isSetUp ? await this.takeDueRows() : []) {
      // Stops early; the remaining rows are soon due again in any process.
      if (signal.aborted) return;
      await this.applyRole(waiting);
    }
    // Deletes the removals that were tried too often, and all without a VIP role in the settings, because then no
    // role can be removed.
    await sql(this.database).run('DELETE FROM former_roles WHERE attempts >= $1', [
      this.role.isSetUp ? MAX_TRIES : 0,
    ]);
  }

  /** Takes the due rows of both lists, grants and removals. */
  private async takeDueRows(): Promise<WaitingRole[]> {
    const rows = await sql(this.database).rows(
      waitingRow,
      `WITH linked AS (
         UPDATE role_grants t SET ${TRY} FROM users u
          WHERE u.id = t.user_id
            AND t.user_id IN (SELECT w.user_id FROM role_grants w JOIN users p ON p.id = w.user_id
                               WHERE w.done_at IS NULL AND w.next_try_at <= $1 AND p.discord_id IS NOT NULL
                                 AND (p.blocked_at IS NULL OR p.vip_at IS NULL OR w.is_frozen)
                               ORDER BY w.next_try_at LIMIT 10 FOR UPDATE OF w SKIP LOCKED)
         RETURNING t.user_id, u.discord_id, t.attempts),
       former AS (
         UPDATE former_roles t SET ${TRY}
          WHERE t.discord_id IN (SELECT discord_id FROM former_roles WHERE next_try_at <= $1
                                  ORDER BY next_try_at LIMIT 10 FOR UPDATE SKIP LOCKED)
         RETURNING NULL::int, t.discord_id, t.attempts)
       SELECT t.user_id AS "userId", t.discord_id AS "discordId", t.attempts, ${HAS_BADGE} AS "hasBadge"
         FROM (TABLE linked UNION ALL TABLE former) t`,
      [this.clock.now()],
    );
    return rows;
  }

  private async applyRole(waiting: WaitingRole): Promise<void> {
    const { userId, discordId, hasBadge, attempts } = waiting;
    try {
      const isMember = await (hasBadge
        ? this.role.grantVipRole(discordId)
        : this.role.revokeVipRole(discordId));
      if (userId === null) await this.deleteFormerRole(waiting);
      // Counts a removal as done when the person left the server, because there is no role to remove.
      else if (isMember || !hasBadge) await this.markRoleDone(waiting);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      const whose = userId === null ? 'a Discord account that was unlinked' : `account ${userId}`;
      this.logger.warn(
        `VIP role for ${whose} was not ${hasBadge ? 'granted' : 'taken'} at try ${attempts} and is retried: ${cause}`,
      );
      if (attempts === ALERT_AT || attempts % ALERT_EVERY === 0)
        await this.raiseFailureAlert(waiting, whose, cause);
    }
    if (userId !== null) await this.requeueIfBadgeChanged(waiting);
  }

  /** Marks the row as done, unless the badge changed meanwhile, which makes the role due again. */
  private async markRoleDone({ userId, discordId, hasBadge, attempts }: WaitingRole): Promise<void> {
    await sql(this.database).run(
      `UPDATE role_grants g SET done_at = $2, was_frozen = g.is_frozen FROM users u
        WHERE g.user_id = $1 AND u.id = $1 AND u.discord_id = $3 AND ${HAS_BADGE_NOW} = $4
          AND g.attempts = $5`,
      [userId, this.clock.now(), discordId, hasBadge, attempts],
    );
  }

  /**
   * Makes the role due again when the badge changed meanwhile. Raises the attempt count, so that slower
   * workers notice the change.
   */
  private async requeueIfBadgeChanged({ userId, discordId, hasBadge }: WaitingRole): Promise<void> {
    const now = this.clock.now();
    await sql(this.database).run(
      `UPDATE role_grants g SET done_at = NULL, next_try_at = $2, attempts = g.attempts + 1 FROM users u
        WHERE g.user_id = $1 AND u.id = $1 AND ${HAS_BADGE_NOW} <> $3`,
      [userId, now, hasBadge],
    );
    // Queues the removal again, because the one that unlinking queued may have run before this grant.
    await sql(this.database).run(
      `INSERT INTO former_roles (discord_id, next_try_at)
       SELECT $2, $3 FROM users WHERE id = $1 AND discord_id IS DISTINCT FROM $2
       ON CONFLICT (discord_id) DO UPDATE SET attempts = 0, next_try_at = $3`,
      [userId, discordId, now],
    );
  }

  /** Deletes a finished removal, unless the account was unlinked again or its badge changed meanwhile. */
  private async deleteFormerRole({ discordId, hasBadge, attempts }: WaitingRole): Promise<void> {
    await sql(this.database).run(
      `DELETE FROM former_roles t WHERE t.discord_id = $1 AND t.attempts = $2 AND ${HAS_BADGE} = $3`,
      [discordId, attempts, hasBadge],
    );
  }

  private async raiseFailureAlert(
    { hasBadge, attempts }: WaitingRole,
    whose: string,
    cause: string,
  ): Promise<void> {
    await this.transactions.run((tx) =>
      raiseAlert(tx, {
        kind: 'failure',
        title: hasBadge ? 'VIP role not granted' : 'VIP role not taken',
        isFoldable: true,
        detail: `For ${whose}, try ${attempts}; it is retried. Check that the bot may manage roles and that its own role is above the VIP role. ${cause}`,
      }),
    );
  }
}

const grantRow = z.object({ userId: z.number(), isFrozen: z.boolean(), isBlocked: z.boolean() });

/**
 * Records which badges missing points or a block hold back, and makes the roles of changed ones due. Compares
 * balances and accounts, not events, so that no change is missed.
 */
async function recordHeldBadges(tx: Tx, now: Date): Promise<void> {
  const known = await sql(tx).rows(
    grantRow,
    `SELECT g.user_id AS "userId", g.is_frozen AS "isFrozen",
            EXISTS (SELECT FROM users u WHERE u.id = g.user_id AND u.blocked_at IS NOT NULL) AS "isBlocked"
       FROM role_grants g
      WHERE g.is_frozen
         OR EXISTS (SELECT FROM users u WHERE u.id = g.user_id AND u.blocked_at IS NOT NULL)
         OR EXISTS (SELECT FROM ledger_balances b WHERE b.account = 'points:' || g.user_id AND b.balance < 0)
      ORDER BY g.user_id FOR UPDATE SKIP LOCKED`,
  );
  const frozen = await readFrozen(
    tx,
    known.map(({ userId }) => userId),
  );
  const changed = known.filter(
    ({ userId, isFrozen, isBlocked }) =>
      (isBlocked || (frozen.get(userId)?.isBadgeFrozen ?? false)) !== isFrozen,
  );
  await sql(tx).run(
    `UPDATE role_grants SET is_frozen = is_frozen <> (user_id = ANY($2)), done_at = NULL, attempts = 0, next_try_at = $1
      WHERE user_id = ANY($2) OR (done_at IS NOT NULL AND was_frozen <> is_frozen)`,
    [now, changed.map(({ userId }) => userId)],
  );
}
