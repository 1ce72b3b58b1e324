import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../common/clock.js';
import { Loop } from '../../infra/loops/loop.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { SyncCheckout } from './sync-checkout.js';

const EVERY_MS = 2_000;
/** Between two questions about one checkout, ms; banks take days over what they confirm. */
const ASK_AGAIN_MS = 60_000;
const CONFIRMING_AGAIN_MS = 10 * 60_000;
const BATCH = 20;

interface Due {
  ref: string;
  stop: boolean;
}

/**
 * Leaves no checkout behind: asks the provider about open and confirming ones whose message may be lost, carries
 * out cancels it did not answer, and ends sessions that are over. What is confirming is only asked about, never
 * ended. Any number may run; a row is taken by moving its next check.
 */
@Injectable()
export class CheckoutSweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new Loop(CheckoutSweeper.name, EVERY_MS, () => this.sweep());

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly ask: SyncCheckout,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role !== 'web') this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** One turn over everything that is due. */
  async sweep(): Promise<void> {
    await this.endThoseOfBlocked();
    for (;;) {
      const due = await this.take();
      for (const { ref, stop } of due) await this.ask.execute(ref, stop).catch(() => undefined);
      if (due.length < BATCH) return;
    }
  }

  /** A blocked account can't buy: what it has open is asked to end. */
  private async endThoseOfBlocked(): Promise<void> {
    await this.database.query(
      `UPDATE checkouts SET cancel_requested_at = $1, next_check_at = $1
        WHERE state = 'open' AND cancel_requested_at IS NULL
          AND user_id IN (SELECT id FROM users WHERE blocked_at IS NOT NULL)`,
      [this.clock.now()],
    );
  }

  private async take(): Promise<Due[]> {
    const now = this.clock.now();
    const [rows]: [Due[], number] = await this.database.query(
      `UPDATE checkouts SET next_check_at = CASE state WHEN 'open' THEN $2::timestamptz ELSE $3::timestamptz END
        WHERE id IN (SELECT id FROM checkouts WHERE state IN ('open', 'confirming') AND next_check_at <= $1
                      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING ref, state = 'open' AND (cancel_requested_at IS NOT NULL OR session_expires_at <= $1) AS stop`,
      [now, this.clock.in(ASK_AGAIN_MS), this.clock.in(CONFIRMING_AGAIN_MS)],
    );
    return rows;
  }
}
