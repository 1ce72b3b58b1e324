/** A connection that is watched. */
export interface Watched {
  readonly isConnected: () => boolean;
  /** Whether it is lost and waits for its next try, or is open but silent for too long. */
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
