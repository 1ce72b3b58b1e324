import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { PAYMENT_METHODS, type PaymentMethod } from '@pax/contracts';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { readEntities } from '../../../platform/database/read-entities.js';
import { sql } from '../../../platform/database/sql.js';
import { Periodic } from '../../../platform/jobs/periodic.js';
import { findPurchasesWithFrozenFunds } from '../../../people/loyalty/frozen-rewards.js';
import { PaymentLifecycle } from './payment-lifecycle.js';
import { Checkout } from '../checkout.entity.js';
import { findOpenWithFrozenAccess } from '../settle/frozen-benefits.js';
import { isBarredSql, isBlockedSql } from '../../../people/accounts/account-sql.js';
import { ReleaseHold } from '../settle/release-hold.js';

const EVERY_MS = 2_000;
/** Time between two polls of an open checkout whose provider answers, ms. */
const CHECK_AGAIN_MS = 60_000;
/**
 * Time between the first two polls of a confirming checkout, ms. It doubles up to eleven minutes, because a bank may
 * take days to confirm.
 */
const CHECK_CONFIRMING_AGAIN_MS = 20_000;
const BATCH = 20;
/**
 * Limit of concurrent queries for one payment method, and of failed queries in a batch, after which the method waits
 * for the next run.
 */
const CONCURRENCY = 4;
const MAX_UNANSWERED = 3;

const dueRow = z.object({
  ref: z.string(),
  /** True if the session has to be ended; null for an open checkout whose session never ends by itself. */
  expire: z.boolean().nullable(),
});
type DueCheckout = z.infer<typeof dueRow>;

/**
 * Polls providers for outcomes that no message reported, retries unanswered cancels and ends expired sessions.
 * Methods are swept separately, so that a silent provider delays no other. Raising next_check_at claims a row.
 */
@Injectable()
export class CheckoutSweeper {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: PaymentLifecycle,
    private readonly clock: Clock,
  ) {}

  /** Polls or ends all checkouts that are due. */
  @Periodic({ name: 'checkout-sweeper', every: EVERY_MS, role: 'worker' })
  async sweepCheckouts(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.cancelForBarredBuyers();
    await this.cancelUsingFrozenFunds();
    await Promise.all(PAYMENT_METHODS.map((method) => this.sweepMethod(method, signal)));
  }

  private async sweepMethod(method: PaymentMethod, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.claimDueCheckouts(method);
      const unanswered = await this.syncCheckouts(due, signal);
      if (due.length < BATCH || unanswered >= MAX_UNANSWERED) return;
    }
  }

  /**
   * Syncs the claimed checkouts with their provider.
   * @returns the number of failed queries; checkouts not reached are due again soon
   */
  private async syncCheckouts(due: readonly DueCheckout[], signal: AbortSignal): Promise<number> {
    const limit = pLimit(CONCURRENCY);
    let unanswered = 0;
    await limit.map(due, async ({ ref, expire }) => {
      if (signal.aborted || unanswered >= MAX_UNANSWERED) return;
      try {
        await this.payments.syncCheckout(ref, { expire: expire === true });
      } catch {
        unanswered += 1;
        await this.postponeCheck(ref);
      }
    });
    return unanswered;
  }

  /** Doubles the time until the next poll of an open checkout after a failed query, up to eight minutes. */
  private async postponeCheck(ref: string): Promise<void> {
    await sql(this.database).run(
      `UPDATE checkouts SET checks = checks + 1,
              next_check_at = $2::timestamptz + interval '1 ms' * $3::int * power(2, least(checks, 3))
        WHERE ref = $1 AND state = 'open'`,
      [ref, this.clock.now(), CHECK_AGAIN_MS],
    );
  }

  /**
   * Cancels open checkouts of accounts that are blocked or suspended by a dispute, because such accounts cannot
   * buy.
   */
  private async cancelForBarredBuyers(): Promise<void> {
    await sql(this.database).run(
      `UPDATE checkouts SET cancel_requested_at = $1, next_check_at = $1
        WHERE state = 'open' AND cancel_requested_at IS NULL
          AND ${isBarredSql('checkouts.user_id')}`,
      [this.clock.now()],
    );
  }

  /** Cancels open checkouts that use a reward code, credit or early access that a reversal has frozen. */
  private async cancelUsingFrozenFunds(): Promise<void> {
    const { manager } = this.database;
    const open = await readEntities(
      manager,
      Checkout,
      `WHERE state = 'open' AND cancel_requested_at IS NULL
         AND (reward_id IS NOT NULL OR credit_cents > 0 OR bonus_cents > 0)`,
      [],
    );
    const now = this.clock.now();
    const refs = (await findPurchasesWithFrozenFunds(manager, open)).map(({ ref }) => ref);
    refs.push(...(await findOpenWithFrozenAccess(manager, now)));
    if (refs.length === 0) return;
    await sql(this.database).run(
      `UPDATE checkouts SET cancel_requested_at = $2, next_check_at = $2
        WHERE ref = ANY($1) AND state = 'open' AND cancel_requested_at IS NULL`,
      [refs, now],
    );
  }

  private async claimDueCheckouts(method: PaymentMethod): Promise<DueCheckout[]> {
    const now = this.clock.now();
    return sql(this.database).rows(
      dueRow,
      `UPDATE checkouts
          SET next_check_at = CASE state WHEN 'open' THEN $2::timestamptz
                ELSE $1::timestamptz + interval '1 ms' * $3::int * power(2, least(checks, 5)) END,
              checks = CASE state WHEN 'open' THEN checks ELSE checks + 1 END
        WHERE id IN (SELECT id FROM checkouts
                      WHERE state IN ('open', 'confirming') AND method = $4 AND next_check_at <= $1
                      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING ref, state = 'open' AND (cancel_requested_at IS NOT NULL OR session_expires_at <= $1) AS expire`,
      [now, this.clock.fromNow(CHECK_AGAIN_MS), CHECK_CONFIRMING_AGAIN_MS, method],
    );
  }
}

const overdueRow = z.object({ ref: z.string(), version: z.number() });

/**
 * Releases the goods of confirming checkouts whose time is over, or whose buyer is blocked; a crypto checkout then
 * ends. Several processes may run this at once, because a repeated release changes nothing.
 */
@Injectable()
export class ReleaseHolds {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly releaseHold: ReleaseHold,
    private readonly clock: Clock,
  ) {}

  /**
   * Releases all holds that are due; a failed release does not stop the others.
   * @throws AggregateError
   */
  @Periodic({ name: 'release-holds', every: EVERY_MS, role: 'worker' })
  async releaseDueHolds(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const dueNow = await sql(this.database).rows(
      overdueRow,
      `SELECT ref, version FROM checkouts c
        WHERE state = 'confirming' AND holding
          AND (CASE method WHEN 'crypto' THEN session_expires_at ELSE hold_until END <= $1
               OR ${isBlockedSql('c.user_id')})
        ORDER BY id`,
      [this.clock.now()],
    );
    const errors: unknown[] = [];
    for (const due of dueNow) {
      if (signal.aborted) return;
      await this.releaseHold.execute({ ...due, actor: 'shop' }).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Holds could not be released');
  }
}
