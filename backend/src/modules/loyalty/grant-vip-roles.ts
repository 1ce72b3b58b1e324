import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../infra/database/sql.js';
import { Clock } from '../../common/clock.js';
import { Transactions } from '../../infra/database/transaction.js';
import { Periodic } from '../../infra/loops/periodic.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { VipRole } from './vip-role.js';

const EVERY_MS = 3_000;
/** Alerts at the third failure, so that a short outage raises none, and at every hundredth. */
const ALERT_AT = 3;
const ALERT_EVERY = 100;

const waitingRow = z.object({
  user_id: z.number(),
  discord_id: z.string(),
  /** Whether the account has the badge; one that a lost dispute ended takes the role with it. */
  has_badge: z.boolean(),
  /** This try included. */
  attempts: z.number(),
});
type Waiting = z.infer<typeof waitingRow>;

/**
 * Grants the VIP role to accounts with the badge and takes it from those whose badge ended, and retries until Discord
 * accepts, as the account may link Discord or join the server later. Any number may run.
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
  async grantDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (!this.role.exists || signal.aborted) return;
    for (const waiting of await this.take()) {
      // What is left is due again soon, in any process.
      if (signal.aborted) return;
      await this.grant(waiting);
    }
  }

  /** Takes what is due and locks it for a time that doubles with its tries, up to about an hour. */
  private async take(): Promise<Waiting[]> {
    const rows = await sql(this.database).rows(
      waitingRow,
      `UPDATE role_grants g SET attempts = g.attempts + 1,
              next_try_at = $1::timestamptz + interval '4 seconds' * power(2, least(g.attempts, 10))
         FROM users u
        WHERE u.id = g.user_id
          AND g.user_id IN (SELECT w.user_id FROM role_grants w JOIN users p ON p.id = w.user_id
                             WHERE w.done_at IS NULL AND w.next_try_at <= $1 AND p.discord_id IS NOT NULL
                               AND (p.blocked_at IS NULL OR p.vip_at IS NULL)
                             ORDER BY w.next_try_at LIMIT 10 FOR UPDATE OF w SKIP LOCKED)
        RETURNING g.user_id, u.discord_id, u.vip_at IS NOT NULL AS has_badge, g.attempts`,
      [this.clock.now()],
    );
    return rows;
  }

  private async grant(waiting: Waiting): Promise<void> {
    const { user_id: userId, discord_id: discordId, has_badge: hasBadge, attempts } = waiting;
    try {
      const isMember = await (hasBadge ? this.role.grant(discordId) : this.role.take(discordId));
      // A person who left the server has no role to lose.
      if (isMember || !hasBadge) await this.markDone(userId, hasBadge);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      this.logger.warn(
        `VIP role for account ${userId} was not ${hasBadge ? 'granted' : 'taken'} at try ${attempts} and is retried: ${cause}`,
      );
      if (attempts === ALERT_AT || attempts % ALERT_EVERY === 0)
        await this.alertOfFailure(userId, attempts, cause);
    }
  }

  /** Unless the badge was redeemed or ended meanwhile, so that the role is due to change again. */
  private async markDone(userId: number, hadBadge: boolean): Promise<void> {
    await sql(this.database).run(
      `UPDATE role_grants g SET done_at = $2 FROM users u
        WHERE g.user_id = $1 AND u.id = $1 AND (u.vip_at IS NOT NULL) = $3`,
      [userId, this.clock.now(), hadBadge],
    );
  }

  private async alertOfFailure(userId: number, attempts: number, cause: string): Promise<void> {
    await this.transactions.run((tx) =>
      raiseAlert(tx, {
        kind: 'failure',
        title: 'VIP role not granted',
        isFoldable: true,
        detail: `Account ${userId}, try ${attempts}; it is retried. Check that the bot may manage roles and that its own role is above the VIP role. ${cause}`,
      }),
    );
  }
}
