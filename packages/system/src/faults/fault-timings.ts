/** Durations of faults, ms, and their repetitions: realistic, or as short as still shows the effect. */
export interface FaultTimings {
  /** Suspension of Redis. */
  readonly frozenMs: number;
  /** Loss of a page's connection, by disconnect or silence. */
  readonly offlineMs: number;
  /** Load before and after the death of the database. */
  readonly loadMs: number;
  /** Limit until purchases work again after the database does; short runs share the machine with other specs. */
  readonly recoveredMs: number;
  /** Consecutive deaths of the bot. */
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
