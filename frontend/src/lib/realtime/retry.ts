/** Bounds of a delay, ms. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** The first try after the line was lost: spread, since a restart takes it from every page at once. */
const FIRST: Bounds = { least: 50, most: 450 };
/** While the loss is recent: with opening and catching up, a page is true within a second of the line's return. */
const FAST: Bounds = { least: 250, most: 650 };
/** After that: a shop that is away for minutes is not called on all the time. */
const SLOW: Bounds = { least: 1_000, most: 3_000 };
/** Tries at the fast pace: a minute of them, at least. */
const FAST_TRIES = 120;

/**
 * The delay before a lost connection is opened again, ms; random within its bounds, so that many pages do not come at
 * once.
 * @param attempt how many tries failed since it was lost
 * @param random from 0 to 1
 */
export function retryDelay(attempt: number, random: number): number {
  const { least, most } = attempt === 0 ? FIRST : attempt <= FAST_TRIES ? FAST : SLOW;
  return Math.round(least + random * (most - least));
}
