import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { Transactions } from '../../infra/database/transaction.js';
import { Loop } from '../../infra/loops/loop.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { VipRole } from './vip-role.js';

const EVERY_MS = 3_000;
/** Staff are told of the third failure in a row, so that an outage of moments is none, and of every hundredth. */
const TELL_AT = 3;
const TELL_EVERY = 100;

interface Waiting {
  user_id: number;
  discord_id: string;
  /** This try included. */
  attempts: number;
}

/**
 * Gives the VIP role to whoever redeemed the badge, outside of the transaction that promised it, until Discord has
 * taken it: also when the account proves its Discord id, or joins the server, later on. Any number may run.
 */
@Injectable()
export class GiveVipRoles implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(GiveVipRoles.name);
  private readonly loop = new Loop(GiveVipRoles.name, EVERY_MS, () => this.giveDue());

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly role: VipRole,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role !== 'web' && this.role.exists) this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  async giveDue(): Promise<void> {
    for (const waiting of await this.take()) await this.give(waiting);
  }

  /** Takes what is due and puts it out of reach of others for a while that grows with its tries, to about an hour. */
  private async take(): Promise<Waiting[]> {
    const [rows]: [Waiting[], number] = await this.database.query(
      `UPDATE role_grants g SET attempts = g.attempts + 1,
              next_try_at = $1::timestamptz + interval '4 seconds' * power(2, least(g.attempts, 10))
         FROM users u
        WHERE u.id = g.user_id
          AND g.user_id IN (SELECT w.user_id FROM role_grants w JOIN users p ON p.id = w.user_id
                             WHERE w.done_at IS NULL AND w.next_try_at <= $1 AND p.discord_id IS NOT NULL AND p.blocked_at IS NULL
                             ORDER BY w.next_try_at LIMIT 10 FOR UPDATE OF w SKIP LOCKED)
        RETURNING g.user_id, u.discord_id, g.attempts`,
      [this.clock.now()],
    );
    return rows;
  }

  private async give({ user_id: userId, discord_id: discordId, attempts }: Waiting): Promise<void> {
    try {
      if (await this.role.give(discordId)) await this.done(userId);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      this.logger.warn(`VIP role of account ${userId}, try ${attempts}: ${what}`);
      if (attempts === TELL_AT || attempts % TELL_EVERY === 0) await this.tell(userId, attempts, what);
    }
  }

  private async done(userId: number): Promise<void> {
    await this.database.query('UPDATE role_grants SET done_at = $2 WHERE user_id = $1', [
      userId,
      this.clock.now(),
    ]);
  }

  private async tell(userId: number, attempts: number, what: string): Promise<void> {
    await this.transactions.run((tx) =>
      raiseAlert(tx, {
        kind: 'failure',
        title: 'A VIP role could not be given',
        detail: `Account ${userId}, try ${attempts}. The bot needs the right to manage roles, and its own role above the VIP role. It is tried on. ${what}`,
      }),
    );
  }
}
