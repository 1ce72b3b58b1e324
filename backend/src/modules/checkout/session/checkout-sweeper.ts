import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../common/clock.js';
import { sql } from '../../../infra/database/sql.js';
import { Periodic } from '../../../infra/loops/periodic.js';
import { PaymentLifecycle } from '../../payments/lifecycle/payment-lifecycle.js';

const EVERY_MS = 2_000;
/** Between two polls of one checkout, ms; a bank's confirmation takes days. */
const CHECK_AGAIN_MS = 60_000;
const CONFIRMING_AGAIN_MS = 10 * 60_000;
const BATCH = 20;

const dueRow = z.object({
  ref: z.string(),
  /** Null for an open checkout whose session never ends by itself. */
  expire: z.boolean().nullable(),
});

/**
 * Polls the provider for open and confirming checkouts whose message may be lost, repeats unanswered cancels and ends
 * sessions that are over; never ends a confirming one. Any number may run: raising next_check_at claims a row.
 */
@Injectable()
export class CheckoutSweeper {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: PaymentLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Processes everything that is due. */
  @Periodic({ name: 'checkout-sweeper', every: EVERY_MS, role: 'worker' })
  async sweep(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.cancelThoseOfBlocked();
    while (!signal.aborted) {
      const due = await this.take();
      for (const { ref, expire } of due) {
        // What is left is due again soon, in any process.
        if (signal.aborted) return;
        await this.payments.sync(ref, { expire: expire === true }).catch(() => undefined);
      }
      if (due.length < BATCH) return;
    }
  }

  /** A blocked account can't buy, so its open checkouts are cancelled. */
  private async cancelThoseOfBlocked(): Promise<void> {
    await sql(this.database).run(
      `UPDATE checkouts SET cancel_requested_at = $1, next_check_at = $1
        WHERE state = 'open' AND cancel_requested_at IS NULL
          AND user_id IN (SELECT id FROM users WHERE blocked_at IS NOT NULL)`,
      [this.clock.now()],
    );
  }

  private async take(): Promise<z.infer<typeof dueRow>[]> {
    const now = this.clock.now();
    return sql(this.database).rows(
      dueRow,
      `UPDATE checkouts SET next_check_at = CASE state WHEN 'open' THEN $2::timestamptz ELSE $3::timestamptz END
        WHERE id IN (SELECT id FROM checkouts WHERE state IN ('open', 'confirming') AND next_check_at <= $1
                      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING ref, state = 'open' AND (cancel_requested_at IS NOT NULL OR session_expires_at <= $1) AS expire`,
      [now, this.clock.in(CHECK_AGAIN_MS), this.clock.in(CONFIRMING_AGAIN_MS)],
    );
  }
}
