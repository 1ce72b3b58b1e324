import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { MAX_EXACT_TOTAL } from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import { COUNTED_FIGURES } from './counted-figures.js';
import { DAY_MS, HOUR_MS, type PeriodTimes } from './overview-period.js';

/** A figure of the period, or of the one before, summed over its hours. */
const figureRow = z.object({
  isBefore: z.boolean(),
  name: z.string(),
  key: z.string(),
  n: z.number(),
  cents: z.number(),
});
export type FigureRow = z.infer<typeof figureRow>;

/**
 * SQL of the figures of a period and of the one before: whole days, whole hours of the last day, and of the period before,
 * which ends within an hour, that hour from the rows themselves. A buyer is `first`, `back` or counted before (`again`).
 */
const FIGURES = `
  WITH part AS (
    SELECT false AS "isBefore", starts_at, name, key, n, cents FROM overview_figures
     WHERE hours = 24 AND starts_at >= $3 AND starts_at < $4
    UNION ALL SELECT false, starts_at, name, key, n, cents FROM overview_figures
     WHERE hours = 1 AND starts_at >= $4 AND starts_at < $5
    UNION ALL SELECT true, starts_at, name, key, n, cents FROM overview_figures
     WHERE hours = 24 AND starts_at >= $6 AND starts_at < $7
    UNION ALL SELECT true, starts_at, name, key, n, cents FROM overview_figures
     WHERE hours = 1 AND starts_at >= $7 AND starts_at < $1
    UNION ALL SELECT true, starts_at, name, key, n, cents FROM (${COUNTED_FIGURES}) AS last_hour
  )
  SELECT "isBefore", name, CASE WHEN name <> 'buyer' OR key = 'first' THEN key
      WHEN key::int > extract(epoch FROM starts_at - CASE WHEN "isBefore" THEN $6::timestamptz ELSE $3::timestamptz END) / 86400
        THEN 'back' ELSE 'again' END AS key,
         sum(n)::bigint AS n, sum(cents)::bigint AS cents
    FROM part GROUP BY 1, 2, 3`;

const seriesRow = z.object({ at: z.date(), orders: z.number(), cents: z.number() });
export type SeriesRow = z.infer<typeof seriesRow>;

const SERIES = `
  SELECT starts_at AS at, coalesce(sum(n) FILTER (WHERE name = 'orders'), 0)::bigint AS orders,
         coalesce(sum(CASE name WHEN 'paid' THEN cents WHEN 'refunded' THEN -cents END), 0)::bigint AS cents
    FROM overview_figures
   WHERE hours = $1 AND starts_at >= $2 AND starts_at < $3 AND name IN ('orders', 'paid', 'refunded')
   GROUP BY 1`;

const stateRow = z.object({
  countedTo: z.date().nullable(),
  /** Changes with each count, also within a millisecond. */
  count: z.string().nullable(),
  open: z.number(),
  overdue: z.number(),
  oldestAt: z.date().nullable(),
  ticketsWaiting: z.number(),
  postsWaiting: z.number(),
  postsFailed: z.number(),
  onHand: z.number(),
  coinsOfWeek: z.number(),
});
export type StateRow = z.infer<typeof stateRow>;

const listCount = (...lists: string[]): string =>
  `(SELECT coalesce(sum(n), 0)::int FROM list_counts WHERE list IN (${lists.map((list) => `'${list}'`).join(', ')}))`;
const atMost = (rows: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${MAX_EXACT_TOTAL + 1}) AS counted)`;
const oldestOf = (status: string): string =>
  `(SELECT created_at FROM orders WHERE status = '${status}' AND payment_status <> 'unconfirmed' ORDER BY id LIMIT 1)`;
/** Orders by crypto whose payment nobody confirmed yet: there is nothing to deliver. */
const UNCONFIRMED = `(SELECT count(*)::int FROM orders
   WHERE status IN ('pending', 'processing') AND payment_status = 'unconfirmed')`;

/** SQL of what is true at the time $1, and of the coins that were sold since $2. */
const STATE = `
  SELECT (SELECT counted_to FROM overview_progress) AS "countedTo",
         (SELECT xmin::text FROM overview_progress) AS count,
         ${listCount('orders:pending', 'orders:processing')} - ${UNCONFIRMED} AS open,
         ${atMost(`orders WHERE status IN ('pending', 'processing') AND due_at < $1 AND payment_status <> 'unconfirmed'`)} AS overdue,
         least(${oldestOf('pending')}, ${oldestOf('processing')}) AS "oldestAt",
         ${listCount('tickets:open', 'tickets:in_progress')} AS "ticketsWaiting",
         ${atMost(`posts WHERE state = 'pending'`)} AS "postsWaiting",
         ${atMost(`posts WHERE state = 'parked'`)} AS "postsFailed",
         (SELECT coalesce(sum(balance), 0)::bigint FROM ledger_balances WHERE account IN ('coins', 'coins-held')) AS "onHand",
         (SELECT coalesce(sum(n), 0)::bigint FROM overview_figures
           WHERE hours = 24 AND starts_at >= $2 AND name = 'coins') AS "coinsOfWeek"`;

const nameRow = z.object({ id: z.number(), name: z.string() });

/** Reads the counted figures, and the little that is read as it is now. */
@Injectable()
export class OverviewQueries {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  readFigures({ from, today, hour, now, shift }: PeriodTimes): Promise<FigureRow[]> {
    const times = [hour - shift, now - shift, from, today, hour + HOUR_MS, from - shift, today - shift];
    return sql(this.database).rows(
      figureRow,
      FIGURES,
      times.map((time) => new Date(time)),
    );
  }

  /** Reads orders and revenue of the elements of both periods; elements without any are absent. */
  readSeries({ from, today, shift, step }: PeriodTimes): Promise<SeriesRow[]> {
    return sql(this.database).rows(seriesRow, SERIES, [
      step / HOUR_MS,
      new Date(from - shift),
      new Date(today + DAY_MS),
    ]);
  }

  async readState({ now, today }: PeriodTimes): Promise<StateRow> {
    const [row] = await sql(this.database).rows(stateRow, STATE, [
      new Date(now),
      new Date(today - 6 * DAY_MS),
    ]);
    if (!row) throw new Error('a SELECT of one row returned none');
    return row;
  }

  async readProductNames(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await sql(this.database).rows(nameRow, 'SELECT id, name FROM products WHERE id = ANY($1)', [
      ids,
    ]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
