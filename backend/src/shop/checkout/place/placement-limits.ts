import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/problem.js';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../../settings.js';

const HOUR_MS = 3_600_000;
const MAX_UNPAID_PER_HOUR = 10;
/** After this many checkouts that ended unpaid within a day a buyer holds little. */
const MAX_UNPAID_ENDS = 2;
/** For how long a checkout that ended unpaid counts, and one by crypto, ms. */
const UNPAID_COUNTS_MS = 24 * HOUR_MS;
const LAPSED_COUNTS_MS = 7 * 24 * HOUR_MS;
/** A crypto order that kept its goods for this share of its time counts as lapsed, however it ended; so does the third. */
const LAPSED_AFTER_SHARE = 0.5;
const MAX_CRYPTO_ENDS = 3;

/** SQL: cash of an account's ($1) delivered orders that was neither given back nor disputed, cents. */
const DELIVERED_CASH = `SELECT coalesce(sum(cash_cents - refunded_cents), 0) FROM orders
                         WHERE user_id = $1 AND status IN ('completed', 'archived') AND earnings <> 'pending'
                           AND payment_status IN ('paid', 'partly_refunded')`;

/** SQL: a crypto order whose end ($4) still counts. Staff end such orders, buyers withdraw them. */
const ENDED_CRYPTO = `method = 'crypto' AND state = 'failed' AND ended_at > $4`;

/**
 * SQL: when a checkout ended unpaid or lost its hold; an open one ends at $9, if that is given. One that never had a
 * session, since its provider refused or was away, could not be paid and does not count.
 */
const UNPAID_END = `CASE WHEN provider_session_id IS NOT NULL
  THEN coalesce(hold_ended_at, ended_at, CASE WHEN state = 'open' THEN $9::timestamptz END) END`;

/** SQL: the latest value but n - 1 of the rows that count; null where there are fewer than n. */
const nthLatest = (value: string, n: string, counts: string): string =>
  `(array_agg(${value} ORDER BY ${value} DESC) FILTER (WHERE ${counts}))[${n}::int]`;

/** The outcome of a buyer's earlier checkouts. */
const outcomeRow = z.object({
  /** Delivered orders that stayed paid come to less than TRUSTED_FROM. */
  isNew: z.boolean(),
  /** Placed within an hour and not paid, and when the oldest of them was. */
  unpaidHour: z.number(),
  oldest: z.date().nullable(),
  /** The end of the checkout that made too many end unpaid, or lose their hold, within a day. */
  unpaidEnd: z.date().nullable(),
  /** The end of the crypto order within seven days that kept its goods for long, or was one too many. */
  lapsedEnd: z.date().nullable(),
});

/** The facts that limits depend on: the buyer, the address, and the outcome of earlier checkouts. */
export interface BuyerStanding extends Omit<z.infer<typeof outcomeRow>, 'unpaidEnd' | 'lapsedEnd'> {
  userId: number;
  /** End of the time in which the buyer may hold little, because several checkouts ended unpaid within a day; else null. */
  unpaidUntil: Date | null;
  /** Until when the buyer holds nothing by crypto: such orders held goods and were not paid, one for long or several. */
  lapsedUntil: Date | null;
  /** Keyed hash of the caller's address. */
  addressHash: string;
}

/** How often one buyer may place checkouts without paying. Counts are multiplied by RATE_LIMIT_FACTOR. */
@Injectable()
export class PlacementLimits {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError RATE_LIMITED */
  assertBelowLimit({ unpaidHour, oldest }: BuyerStanding): void {
    if (unpaidHour < MAX_UNPAID_PER_HOUR * this.settings.rateLimitFactor) return;
    const now = this.clock.now().getTime();
    const since = oldest?.getTime() ?? now;
    throw new ShopError(
      'RATE_LIMITED',
      'Too many checkouts were opened and not paid. Please try again later.',
      { retryAfter: Math.max(1, Math.ceil((since + HOUR_MS - now) / 1000)) },
    );
  }

  /** @param replaces whether the buyer's open checkout counts as ended unpaid, as it will once another is placed */
  async readStanding(tx: Tx, userId: number, addressHash: string, replaces: boolean): Promise<BuyerStanding> {
    const now = this.clock.now();
    const row = await sql(tx).first(
      outcomeRow,
      `SELECT count(*) FILTER (WHERE created_at > $2)::int AS "unpaidHour",
              min(created_at) FILTER (WHERE created_at > $2) AS oldest,
              ${nthLatest(UNPAID_END, '$7', `${UNPAID_END} > $3`)} AS "unpaidEnd",
              greatest(${nthLatest('ended_at', '$8', ENDED_CRYPTO)},
                max(ended_at) FILTER (WHERE ${ENDED_CRYPTO} AND ended_at >= created_at + (session_expires_at - created_at) * $6)) AS "lapsedEnd",
              (${DELIVERED_CASH}) < $5 AS "isNew"
         FROM checkouts
        WHERE user_id = $1 AND paid_at IS NULL
          AND (created_at > $2 OR ${UNPAID_END} > $3 OR ${ENDED_CRYPTO})`,
      [
        userId,
        ...[HOUR_MS, UNPAID_COUNTS_MS, LAPSED_COUNTS_MS].map((age) => new Date(now.getTime() - age)),
        this.settings.trustedFromCents,
        LAPSED_AFTER_SHARE,
        ...[MAX_UNPAID_ENDS, MAX_CRYPTO_ENDS].map((ends) => Math.ceil(ends * this.settings.rateLimitFactor)),
        replaces ? now : null,
      ],
    );
    if (!row) throw new Error('The statement on unpaid checkouts returned no row');
    const { unpaidEnd, lapsedEnd, ...rest } = row;
    return {
      userId,
      addressHash,
      unpaidUntil: unpaidEnd && new Date(unpaidEnd.getTime() + UNPAID_COUNTS_MS),
      lapsedUntil: lapsedEnd && new Date(lapsedEnd.getTime() + LAPSED_COUNTS_MS),
      ...rest,
    };
  }
}
