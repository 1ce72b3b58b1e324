import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/shop-error.js';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../../settings.js';

const HOUR_MS = 3_600_000;
const MAX_UNPAID_PER_HOUR = 10;
/** Number of checkouts that may end unpaid within a day before the buyer may hold only little. */
const MAX_UNPAID_ENDS = 2;
/** Time for which a checkout that ended unpaid counts, ms, and for which a crypto order counts. */
const UNPAID_COUNTS_MS = 24 * HOUR_MS;
const LAPSED_COUNTS_MS = 7 * 24 * HOUR_MS;
/**
 * A crypto order that held its goods for this share of its time counts as lapsed, however it ended, and so does a
 * buyer's third one.
 */
const LAPSED_AFTER_SHARE = 0.5;
const MAX_CRYPTO_ENDS = 3;

/** SQL: cash that the account $1 spent on delivered orders and that was neither refunded nor disputed, cents. */
const DELIVERED_CASH = `SELECT coalesce(sum(cash_cents - refunded_cents), 0) FROM orders
                         WHERE user_id = $1 AND status IN ('completed', 'archived') AND earnings <> 'pending'
                           AND payment_status IN ('paid', 'partly_refunded')`;

/** SQL condition: a crypto order that ended after $4, whether staff ended it or the buyer withdrew it. */
const ENDED_CRYPTO = `method = 'crypto' AND state = 'failed' AND ended_at > $4`;

/**
 * SQL: time at which a checkout ended unpaid or lost its hold; an open one ends at $9, if given. Null without a
 * payment session, because such a checkout could not be paid.
 */
const UNPAID_END = `CASE WHEN provider_session_id IS NOT NULL
  THEN coalesce(hold_ended_at, ended_at, CASE WHEN state = 'open' THEN $9::timestamptz END) END`;

/** Makes SQL of the n-th latest value among the rows that count; null if there are fewer. */
const nthLatestSql = (value: string, n: string, counts: string): string =>
  `(array_agg(${value} ORDER BY ${value} DESC) FILTER (WHERE ${counts}))[${n}::int]`;

/** Outcome of a buyer's earlier checkouts, which decides the limits of the next one. */
const outcomeRow = z.object({
  /** True if the buyer's delivered and paid orders add up to less than TRUSTED_FROM. */
  isNew: z.boolean(),
  /** Number of checkouts placed within an hour and not paid; `oldest` is the time of the first of them. */
  unpaidHour: z.number(),
  oldest: z.date().nullable(),
  /** End of the checkout by which too many ended unpaid, or lost their hold, within a day. */
  unpaidEnd: z.date().nullable(),
  /** End of the crypto order within seven days that held its goods for too long, or was one too many. */
  lapsedEnd: z.date().nullable(),
});

/**
 * The facts that decide a buyer's limits: the account, the network address, and the outcome of earlier checkouts.
 */
export interface BuyerStanding extends Omit<z.infer<typeof outcomeRow>, 'unpaidEnd' | 'lapsedEnd'> {
  userId: number;
  /** Time until which the buyer may hold only little after several unpaid checkouts within a day; else null. */
  unpaidUntil: Date | null;
  /** Time until which the buyer may hold nothing by crypto after unpaid crypto orders; else null. */
  lapsedUntil: Date | null;
  /** Keyed hash of the caller's address. */
  addressHash: string;
}

/** Limits how often a buyer may place checkouts without paying. RATE_LIMIT_FACTOR multiplies the counts. */
@Injectable()
export class BuyerStandings {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Refuses a buyer who placed too many unpaid checkouts within an hour.
   * @throws ShopError RATE_LIMITED
   */
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

  /**
   * Reads the facts that decide a buyer's limits.
   * @param replaces true if the buyer's open checkout counts as ended unpaid, because the next one will replace it
   */
  async readStanding(tx: Tx, userId: number, addressHash: string, replaces: boolean): Promise<BuyerStanding> {
    const now = this.clock.now();
    const row = await sql(tx).first(
      outcomeRow,
      `SELECT count(*) FILTER (WHERE created_at > $2)::int AS "unpaidHour",
              min(created_at) FILTER (WHERE created_at > $2) AS oldest,
              ${nthLatestSql(UNPAID_END, '$7', `${UNPAID_END} > $3`)} AS "unpaidEnd",
              greatest(${nthLatestSql('ended_at', '$8', ENDED_CRYPTO)},
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
