/** How long faults last, ms, and how often they come: realistic, or as little as shows the same. */
export interface FaultTimings {
  /** A frozen Redis. */
  readonly frozenMs: number;
  /** A page without a connection, and one whose connection is silent. */
  readonly offlineMs: number;
  /** A database under load, before and after it dies. */
  readonly loadMs: number;
  /** How soon purchases have to work again after the database does; other specs run beside the short ones. */
  readonly recoveredMs: number;
  /** Deaths of the bot in a row. */
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
