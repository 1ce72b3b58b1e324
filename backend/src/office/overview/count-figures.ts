import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { isStatementTimeout } from '../../platform/database/database-errors.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { raiseAlert, wasAlertRaised } from '../../platform/outbox/alerts.js';
import { COUNTED_FIGURES } from './counted-figures.js';
import { DAY_MS, HOUR_MS, startOf } from './overview-period.js';

const EVERY_MS = 5_000;
/** Days that are kept: twice the longest period. */
const KEPT_DAYS = 180;
/** Most days that one transaction counts; halved whenever a statement runs into its time limit. */
const CHUNK_MS = 14 * DAY_MS;
/** Time by which a row may be committed after the time that it names, ms: longer than any transaction. */
const LATE_MS = 15 * 60_000;
/** Time by which the figures may be behind before a failure alerts, ms, and between two such alerts. */
const BEHIND_MS = 15 * 60_000;
const ALERT_EVERY_MS = 6 * HOUR_MS;
const TITLE = 'The overview is not counted';

const progressRow = z.object({ countedTo: z.date() });

/** Replaces the figures from $1 to before $2 by those that `counted` selects; writes nothing that is the same. */
const replaceFigures = (hours: 1 | 24, counted: string): string => `
  WITH counted AS MATERIALIZED (${counted}),
  gone AS (
    DELETE FROM overview_figures f WHERE hours = ${hours} AND starts_at >= $1 AND starts_at < $2 AND NOT EXISTS (
      SELECT FROM counted c WHERE c.starts_at = f.starts_at AND c.name = f.name AND c.key = f.key))
  INSERT INTO overview_figures AS f (hours, starts_at, name, key, n, cents)
  SELECT ${hours}, starts_at, name, key, n, cents FROM counted
  ON CONFLICT (hours, starts_at, name, key) DO UPDATE SET n = excluded.n, cents = excluded.cents
   WHERE (f.n, f.cents) <> (excluded.n, excluded.cents)`;

const DAYS_OF_HOURS = `
  SELECT date_trunc('day', starts_at, 'UTC') AS starts_at, name, key, sum(n)::bigint AS n, sum(cents)::bigint AS cents
    FROM overview_figures WHERE hours = 1 AND starts_at >= $1 AND starts_at < $2
   GROUP BY 1, 2, 3`;

/** Counts the figures of the overview by hours and days from the rows of the shop, so that no call has to. */
@Injectable()
export class CountFigures {
  /** Days before today of the day that is counted again next; today is the first. */
  private daysBack = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts what is new, and one earlier day again, because corrections change hours that are over. After a pause it
   * goes on where it stopped; without progress it counts everything.
   */
  @Periodic({ name: 'count-figures', every: EVERY_MS, role: 'worker' })
  async countNewFigures(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const now = this.clock.now().getTime();
    const today = startOf(DAY_MS, new Date(now));
    const oldest = today - KEPT_DAYS * DAY_MS;
    const countedTo = Math.min((await this.readCountedTo()) ?? oldest, now);
    const start = Math.max(oldest, startOf(HOUR_MS, new Date(countedTo - LATE_MS)));
    const end = startOf(HOUR_MS, new Date(now)) + HOUR_MS;
    try {
      if (!(await this.countPortions(start, end, { signal, now }))) return;
    } catch (error) {
      await this.alertIfBehind(now);
      throw error;
    }
    const again = today - this.daysBack * DAY_MS;
    this.daysBack = (this.daysBack + 1) % (KEPT_DAYS + 1);
    await this.countPortions(again, again + DAY_MS, { signal });
  }

  /**
   * Counts whole hours in portions that are short enough for the time limit of a statement.
   * @param now the time up to which progress is recorded, ms; without it none is
   * @returns false while another worker counts
   */
  private async countPortions(
    start: number,
    end: number,
    { signal, now }: { signal: AbortSignal; now?: number },
  ): Promise<boolean> {
    let length = CHUNK_MS;
    for (let from = start; from < end && !signal.aborted;) {
      const to = Math.min(from + length, end);
      try {
        if (!(await this.countRange(from, to, now === undefined ? now : Math.min(to, now)))) return false;
        from = to;
      } catch (error) {
        if (!isStatementTimeout(error) || to - from <= HOUR_MS) throw error;
        length = Math.max(HOUR_MS, startOf(HOUR_MS, new Date((to - from) / 2)));
      }
    }
    return true;
  }

  private async readCountedTo(): Promise<number | undefined> {
    const row = await this.transactions.run((tx) =>
      sql(tx).first(progressRow, 'SELECT counted_to AS "countedTo" FROM overview_progress'),
    );
    return row?.countedTo.getTime();
  }

  private async alertIfBehind(now: number): Promise<void> {
    const countedTo = await this.readCountedTo();
    if (countedTo !== undefined && now - countedTo < BEHIND_MS) return;
    const until = countedTo === undefined ? 'not at all' : `to ${new Date(countedTo).toISOString()} only`;
    await this.transactions.run(async (tx) => {
      if (await wasAlertRaised(tx, { title: TITLE }, ALERT_EVERY_MS)) return;
      const detail = `The figures of the panel are counted ${until}. The worker's log tells why count-figures fails.`;
      raiseAlert(tx, { kind: 'failure', title: TITLE, detail });
    });
  }

  /**
   * Counts whole hours again, and the days that they are in.
   * @param countedTo the progress to record, ms
   * @returns false while another worker counts
   */
  private countRange(from: number, to: number, countedTo?: number): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await sql(tx).exists(`SELECT WHERE pg_try_advisory_xact_lock(hashtext('overview'))`)))
        return false;
      await replace(tx, replaceFigures(1, COUNTED_FIGURES), from, to);
      const lastDay = startOf(DAY_MS, new Date(to - 1));
      await replace(tx, replaceFigures(24, DAYS_OF_HOURS), startOf(DAY_MS, new Date(from)), lastDay + DAY_MS);
      if (countedTo === undefined) return true;
      await sql(tx).run(
        `INSERT INTO overview_progress (counted_to) VALUES ($1)
         ON CONFLICT (only_row) DO UPDATE SET counted_to = excluded.counted_to`,
        [new Date(countedTo)],
      );
      await sql(tx).run('DELETE FROM overview_figures WHERE hours IN (1, 24) AND starts_at < $1', [
        new Date(startOf(DAY_MS, this.clock.now()) - KEPT_DAYS * DAY_MS),
      ]);
      return true;
    });
  }
}

const replace = (tx: Tx, statement: string, from: number, to: number): Promise<void> =>
  sql(tx).run(statement, [new Date(from), new Date(to)]);
