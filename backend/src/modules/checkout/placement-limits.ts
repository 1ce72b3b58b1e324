import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { CatalogQueries } from '../catalog/catalog.queries.js';
import type { ResolvedLine } from './cart.js';
import { checkHoldShare } from './hold-share.js';

const HOUR_MS = 3_600_000;
const UNPAID_PER_HOUR = 10;
/** After this many checkouts that ended unpaid within a day, a buyer holds a tenth at most. */
const UNPAID_ENDS = 2;

/** What a buyer placed and did not pay. */
export interface Unpaid {
  unpaid_hour: number;
  oldest: Date | null;
  ended_day: number;
}

/** Keeps one buyer from setting aside what others want to buy. Every limit is multiplied by RATE_LIMIT_FACTOR. */
@Injectable()
export class PlacementLimits {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ShopError RATE_LIMITED, HOLD_LIMIT */
  async check(tx: Tx, userId: number, counts: Unpaid, lines: readonly ResolvedLine[]): Promise<void> {
    const factor = this.settings.rateLimitFactor;
    if (counts.unpaid_hour >= UNPAID_PER_HOUR * factor) {
      const since = counts.oldest?.getTime() ?? this.clock.now().getTime();
      const retryAfter = Math.max(1, Math.ceil((since + HOUR_MS - this.clock.now().getTime()) / 1000));
      throw new ShopError(
        'RATE_LIMITED',
        'Too many checkouts were opened and not paid. Please try again later.',
        { retryAfter },
      );
    }
    if (counts.ended_day >= UNPAID_ENDS * factor) await checkHoldShare(tx, userId, lines, this.catalog);
  }

  /** What `check` looks at. */
  async unpaid(tx: Tx, userId: number): Promise<Unpaid> {
    const now = this.clock.now();
    const rows: Unpaid[] = await tx.query(
      `SELECT count(*) FILTER (WHERE created_at > $2)::int AS unpaid_hour,
              min(created_at) FILTER (WHERE created_at > $2) AS oldest,
              count(*) FILTER (WHERE ended_at > $3)::int AS ended_day
         FROM checkouts
        WHERE user_id = $1 AND paid_at IS NULL AND created_at > $3 - interval '1 hour'`,
      [userId, new Date(now.getTime() - HOUR_MS), new Date(now.getTime() - 24 * HOUR_MS)],
    );
    return rows[0] ?? { unpaid_hour: 0, oldest: null, ended_day: 0 };
  }
}
