import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../../common/clock.js';
import { ShopError } from '../../../common/problem.js';
import { sql } from '../../../infra/database/sql.js';
import type { Tx } from '../../../infra/database/transaction.js';
import { SETTINGS, type Settings } from '../../../settings.js';

const HOUR_MS = 3_600_000;
const UNPAID_PER_HOUR = 10;
/** For how long a checkout that ended unpaid counts, and a crypto order that nobody confirmed in time, ms. */
const ENDED_MS = 24 * HOUR_MS;
const LAPSED_MS = 7 * 24 * HOUR_MS;

/** SQL: cash of an account's ($1) delivered orders that was neither given back nor disputed, cents. */
const DELIVERED_CASH = `SELECT coalesce(sum(cash_cents - refunded_cents), 0) FROM orders
                         WHERE user_id = $1 AND status IN ('completed', 'archived') AND earnings <> 'pending'
                           AND payment_status IN ('paid', 'partly_refunded')`;

/** The outcome of a buyer's earlier checkouts. */
const outcomeRow = z.object({
  /** Delivered orders that stayed paid come to less than TRUSTED_FROM. */
  isNew: z.boolean(),
  /** Placed within an hour and not paid, and when the oldest of them was. */
  unpaidHour: z.number(),
  oldest: z.date().nullable(),
  /** Ended unpaid, or lost their hold, within a day. */
  endedDay: z.number(),
  /** A crypto order of the last seven days was not confirmed in time. */
  hasLapsed: z.boolean(),
});

/** What limits depend on: the buyer, the address, and the outcome of earlier checkouts. */
export interface Standing extends z.infer<typeof outcomeRow> {
  userId: number;
  /** Keyed hash of the caller's address. */
  addressHash: string;
}

/** How often one buyer may place checkouts without paying. The limit is multiplied by RATE_LIMIT_FACTOR. */
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
              EXISTS (SELECT FROM checkouts
                       WHERE user_id = $1 AND method = 'crypto' AND state = 'failed'
                         AND ended_at >= session_expires_at AND ended_at > $4) AS "hasLapsed",
              (${DELIVERED_CASH}) < $5 AS "isNew"
         FROM checkouts
        WHERE user_id = $1 AND paid_at IS NULL AND (created_at > $2 OR coalesce(hold_ended_at, ended_at) > $3)`,
      [
        userId,
        ...[HOUR_MS, ENDED_MS, LAPSED_MS].map((age) => new Date(now.getTime() - age)),
        this.settings.trustedFromCents,
      ],
    );
    if (!row) throw new Error('The statement on unpaid checkouts returned no row');
    return { userId, addressHash, ...row };
  }
}
