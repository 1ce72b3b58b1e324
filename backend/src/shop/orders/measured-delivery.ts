import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';

/** Fewest deliveries of which a median says something. */
const FEWEST_ORDERS = 20;
/** Newest orders that are looked at, which bounds the query. */
const MOST_ORDERS = 10_000;
const CACHE_MS = 10 * 60_000;

const medianRow = z.object({ n: z.number(), minutes: z.number().nullable() });

/** Time from payment to delivery as measured, cached for ten minutes. */
@Injectable()
export class MeasuredDelivery {
  private cached: { readonly minutes: Promise<number | undefined>; readonly until: number } | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the median of the purchases that were delivered in the last 30 days, in whole minutes; undefined while there
   * are too few, or the database does not answer.
   */
  readMedianMinutes(): Promise<number | undefined> {
    const now = this.clock.now();
    if (this.cached && now.getTime() < this.cached.until) return this.cached.minutes;
    const minutes = this.measure(now).catch(() => {
      this.cached = undefined;
      return undefined;
    });
    this.cached = { minutes, until: now.getTime() + CACHE_MS };
    return minutes;
  }

  private async measure(now: Date): Promise<number | undefined> {
    const measured = await sql(this.database).first(
      medianRow,
      `SELECT count(*)::int AS n,
              percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM o.completed_at - c.paid_at)::float8) / 60 AS minutes
         FROM (SELECT checkout_id, kind, completed_at FROM orders ORDER BY id DESC LIMIT $2) o
         JOIN checkouts c ON c.id = o.checkout_id
        WHERE o.kind = 'purchase' AND o.completed_at > $1::timestamptz - interval '30 days' AND o.completed_at >= c.paid_at`,
      [now, MOST_ORDERS],
    );
    if (!measured || measured.minutes === null || measured.n < FEWEST_ORDERS) return undefined;
    return Math.max(1, Math.round(measured.minutes));
  }
}
