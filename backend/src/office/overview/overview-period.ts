import type { OverviewPeriod } from '@pax/contracts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Start of the hour or day of UTC in which a time is, ms. @param length of the hour or day, ms */
export const startOf = (length: number, time: Date): number => Math.floor(time.getTime() / length) * length;

const daysOf = (period: OverviewPeriod): number => (period === 'today' ? 1 : Number.parseInt(period, 10));

/** A period of the overview, which ends now; times in ms. */
export interface PeriodTimes {
  readonly from: number;
  /** Start of today, and of this hour. */
  readonly today: number;
  readonly hour: number;
  readonly now: number;
  /** How much earlier the period before begins and ends. */
  readonly shift: number;
  /** Length of an element of the series. */
  readonly step: number;
}

export function timesOfPeriod(period: OverviewPeriod, time: Date): PeriodTimes {
  const today = startOf(DAY_MS, time);
  const shift = daysOf(period) * DAY_MS;
  return {
    from: today + DAY_MS - shift,
    today,
    hour: startOf(HOUR_MS, time),
    now: time.getTime(),
    shift,
    step: period === 'today' ? HOUR_MS : DAY_MS,
  };
}
