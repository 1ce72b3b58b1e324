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

/** A connection that is watched. */
interface Watched {
  readonly isConnected: () => boolean;
  /** Tells whether the connection is lost and waits for its next try, or is open but silent for too long. */
  readonly isDead: () => boolean;
  /** Opens it anew, now. */
  readonly again: () => void;
  /** Gives it up; the tries begin. */
  readonly drop: () => void;
}

/** Between two looks for silence, ms. */
const LOOK_MS = 2_000;
/** After the network's return the pages of one house come within this time, ms. */
const SPREAD_MS = 200;
/** Between two wakings, ms: several signs come at once. */
const WAKE_MS = 500;

/**
 * Opens a lost connection at once when the network is back or the page is looked at again, and gives up one that is
 * silent or has no network.
 */
export function watchLine({ isConnected, isDead, again, drop }: Watched): void {
  let wokenAt = -Infinity;
  const wake = () => {
    if (!isDead() || performance.now() - wokenAt < WAKE_MS) return;
    wokenAt = performance.now();
    again();
  };
  addEventListener('online', () => setTimeout(wake, Math.random() * SPREAD_MS));
  addEventListener('offline', () => isConnected() && drop());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  setInterval(() => isConnected() && isDead() && drop(), LOOK_MS);
}
