import { create } from 'zustand';

/** Bounds of a delay, ms. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Delay of the first try; spread, since a restart of the server disconnects every page at once. */
const FIRST: Bounds = { least: 50, most: 450 };
/** Delay while the loss is recent, so that a page is current again within a second. */
const FAST: Bounds = { least: 250, most: 650 };
/** Delay after that, so that a server down for minutes gets fewer tries. */
const SLOW: Bounds = { least: 1_000, most: 3_000 };
/** Number of tries with the fast delay, which last at least half a minute. */
const FAST_TRIES = 120;

/**
 * The delay before a lost connection is opened again, ms; random within its bounds, so that pages do not reconnect
 * all at once.
 * @param attempt how many tries failed since it was lost
 * @param random from 0 to 1
 */
export function retryDelay(attempt: number, random: number): number {
  const { least, most } = attempt === 0 ? FIRST : attempt <= FAST_TRIES ? FAST : SLOW;
  return Math.round(least + random * (most - least));
}

/** State and controls of a watched connection. */
interface WatchedConnection {
  readonly isConnected: () => boolean;
  /** Tells whether the connection is lost and waits for its next try, or is open but silent for too long. */
  readonly isDead: () => boolean;
  /** Reconnects immediately. */
  readonly reconnect: () => void;
  /** Closes the connection, which starts the retries. */
  readonly drop: () => void;
}

/** Interval of the check for a silent connection, ms. */
const CHECK_MS = 2_000;
/** Maximum random delay after the network's return, so that pages behind one network spread, ms. */
const SPREAD_MS = 200;
/** Minimum interval between two reconnects, because several events come at once, ms. */
const WAKE_MS = 500;

/**
 * Reconnects at once when the network is back or the page becomes visible, and closes a connection that is silent
 * or has no network.
 */
export function watchConnection({ isConnected, isDead, reconnect, drop }: WatchedConnection): void {
  let wokenAt = -Infinity;
  const wake = () => {
    if (!isDead() || performance.now() - wokenAt < WAKE_MS) return;
    wokenAt = performance.now();
    reconnect();
  };
  addEventListener('online', () => setTimeout(wake, Math.random() * SPREAD_MS));
  addEventListener('offline', () => isConnected() && drop());
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  setInterval(() => isConnected() && isDead() && drop(), CHECK_MS);
}

/** State of the page's connection; `live` only after all missed messages arrived. */
type ConnectionState =
  | { readonly state: 'connecting' | 'live' }
  /** `since` is when the connection was lost or the first attempt failed, ms. */
  | { readonly state: 'offline'; readonly since: number };

interface LineStore {
  readonly line: ConnectionState;
  /** Time when the page was last live, ms; undefined while it is live. */
  readonly lostAt: number | undefined;
}

const useLineStore = create<LineStore>(() => ({ line: { state: 'connecting' }, lostAt: Date.now() }));
const { getState, setState } = useLineStore;

/** Keeps the state object if the state is the same, so that nothing re-renders. */
function set(line: ConnectionState, lostAt: number | undefined): void {
  const before = getState().line;
  setState({ line: line.state === before.state ? before : line, lostAt });
}

/** Events of the socket that set the connection's state. */
export const connectionEvents = {
  live: () => set({ state: 'live' }, undefined),
  /** The connection was lost, and a new one is being opened. */
  lost: () => set({ state: 'connecting' }, getState().lostAt ?? Date.now()),
  /** A try failed. */
  failed(): void {
    const since = getState().lostAt ?? Date.now();
    set({ state: 'offline', since }, since);
  },
} as const;

/** State of the page's connection. */
export const useConnectionState = (): ConnectionState => useLineStore((state) => state.line);
