import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MAX_BEST_SELLERS, type BestSellersAnswer } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { sql, idRow } from '../../platform/database/sql.js';

/** Period whose orders count, ms. */
const PERIOD_MS = 30 * 24 * 60 * 60_000;
/** Orders that are counted at most, so that the query stays fast in a shop with many. */
const NEWEST_ORDERS = 5_000;
/** Time for which an answer is given again, ms. */
const CACHE_MS = 10 * 60_000;

/** Items and bases that were ordered most often; the same answer for everybody, at most ten minutes old. */
@Injectable()
export class BestSellers {
  private answer: Promise<BestSellersAnswer> | undefined;
  private freshUntil = 0;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Returns the ids of the best sellers of the last 30 days, the most ordered first. */
  read(): Promise<BestSellersAnswer> {
    const now = this.clock.now().getTime();
    if (!this.answer || now >= this.freshUntil) {
      this.freshUntil = now + CACHE_MS;
      const counted = this.countOrders(now);
      this.answer = counted;
      // A failed count is tried again by the next request.
      counted.catch(() => (this.answer === counted ? (this.answer = undefined) : undefined));
    }
    return this.answer;
  }

  private async countOrders(now: number): Promise<BestSellersAnswer> {
    const rows = await sql(this.database).rows(
      idRow,
      `SELECT product_id AS id
         FROM (SELECT product_id, category, kind, status, created_at FROM orders ORDER BY id DESC LIMIT $1) newest
        WHERE created_at >= $2 AND kind = 'purchase' AND status <> 'cancelled' AND category IN ('items', 'bases')
        GROUP BY product_id ORDER BY count(*) DESC, product_id LIMIT $3`,
      [NEWEST_ORDERS, new Date(now - PERIOD_MS), MAX_BEST_SELLERS],
    );
    return { ids: rows.map(({ id }) => id) };
  }
}
