import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../../common/clock.js';
import { ShopError } from '../../../common/problem.js';
import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';
import { SETTINGS, type Settings } from '../../../settings.js';

const HOUR_MS = 3_600_000;
const UNPAID_PER_HOUR = 10;
/** For how long a checkout that ended unpaid counts, and one by crypto, ms. */
const ENDED_MS = 24 * HOUR_MS;
const LAPSED_MS = 7 * 24 * HOUR_MS;
/** A crypto order that kept its goods for this share of its time counts as lapsed, however it ended; so does the third. */
const LAPSED_AFTER = 0.5;
const CRYPTO_ENDS = 3;

/** SQL: cash of an account's ($1) delivered orders that was neither given back nor disputed, cents. */
const DELIVERED_CASH = `SELECT coalesce(sum(cash_cents - refunded_cents), 0) FROM orders
                         WHERE user_id = $1 AND status IN ('completed', 'archived') AND earnings <> 'pending'
                           AND payment_status IN ('paid', 'partly_refunded')`;

/** SQL: a crypto order whose end ($4) still counts. Staff end such orders, buyers withdraw them. */
const ENDED_CRYPTO = `method = 'crypto' AND state = 'failed' AND ended_at > $4`;

/** The outcome of a buyer's earlier checkouts. */
const outcomeRow = z.object({
  /** Delivered orders that stayed paid come to less than TRUSTED_FROM. */
  isNew: z.boolean(),
  /** Placed within an hour and not paid, and when the oldest of them was. */
  unpaidHour: z.number(),
  oldest: z.date().nullable(),
  /** Ended unpaid, or lost their hold, within a day. */
  endedDay: z.number(),
  /** Crypto orders that ended unpaid within seven days, and whether one of them kept its goods for long. */
  cryptoEnds: z.number(),
  keptLong: z.boolean(),
});

/** What limits depend on: the buyer, the address, and the outcome of earlier checkouts. */
export interface Standing extends Omit<z.infer<typeof outcomeRow>, 'cryptoEnds' | 'keptLong'> {
  userId: number;
  /** Crypto orders of the last seven days held goods and were not paid: one for long, or several. */
  hasLapsed: boolean;
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
  check({ unpaidHour, oldest }: Standing): void {
    if (unpaidHour < UNPAID_PER_HOUR * this.settings.rateLimitFactor) return;
    const now = this.clock.now().getTime();
    const since = oldest?.getTime() ?? now;
    throw new ShopError(
      'RATE_LIMITED',
      'Too many checkouts were opened and not paid. Please try again later.',
      { retryAfter: Math.max(1, Math.ceil((since + HOUR_MS - now) / 1000)) },
    );
  }

  async standing(tx: Tx, userId: number, addressHash: string): Promise<Standing> {
    const now = this.clock.now();
    const row = await sql(tx).first(
      outcomeRow,
      `SELECT count(*) FILTER (WHERE created_at > $2)::int AS "unpaidHour",
              min(created_at) FILTER (WHERE created_at > $2) AS oldest,
              count(*) FILTER (WHERE coalesce(hold_ended_at, ended_at) > $3)::int AS "endedDay",
              count(*) FILTER (WHERE ${ENDED_CRYPTO})::int AS "cryptoEnds",
              coalesce(bool_or(ended_at >= created_at + (session_expires_at - created_at) * $6) FILTER (WHERE ${ENDED_CRYPTO}), false) AS "keptLong",
              (${DELIVERED_CASH}) < $5 AS "isNew"
         FROM checkouts
        WHERE user_id = $1 AND paid_at IS NULL
          AND (created_at > $2 OR coalesce(hold_ended_at, ended_at) > $3 OR ${ENDED_CRYPTO})`,
      [
        userId,
        ...[HOUR_MS, ENDED_MS, LAPSED_MS].map((age) => new Date(now.getTime() - age)),
        this.settings.trustedFromCents,
        LAPSED_AFTER,
      ],
    );
    if (!row) throw new Error('The statement on unpaid checkouts returned no row');
    const { cryptoEnds, keptLong, ...rest } = row;
    const hasLapsed = keptLong || cryptoEnds >= CRYPTO_ENDS * this.settings.rateLimitFactor;
    return { userId, addressHash, hasLapsed, ...rest };
  }
}
