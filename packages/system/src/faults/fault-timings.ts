/** Durations of faults, ms, and numbers of repetitions: realistic ones, or the shortest that still show the effect. */
export interface FaultTimings {
  /** Time for which Redis is suspended. */
  readonly frozenMs: number;
  /** Time for which a page has no connection, by disconnection or silence. */
  readonly offlineMs: number;
  /** Time of load before and after the database is killed. */
  readonly loadMs: number;
  /** Longest time until purchases work again after the database does; short runs share the machine with other specs. */
  readonly recoveredMs: number;
  /** Number of times that the bot is killed in a row. */
  readonly deaths: number;
}

export const REAL: FaultTimings = {
  frozenMs: 60_000,
  offlineMs: 60_000,
  loadMs: 5_000,
  recoveredMs: 10_000,
  deaths: 3,
};
export const SHORT: FaultTimings = {
  frozenMs: 3_000,
  offlineMs: 2_000,
  loadMs: 1_000,
  recoveredMs: 30_000,
  deaths: 1,
};
