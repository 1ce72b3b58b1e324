import { create } from 'zustand';

/** Bounds of a delay, ms. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Delay of the first try; spread, since a restart of the server disconnects every page at once. */
const FIRST: Bounds = { least: 50, most: 450 };
/** Delay while the loss is recent: with connecting and catching up, a page is current within a second. */
const FAST: Bounds = { least: 250, most: 650 };
/** Delay after that, so that a server down for minutes gets fewer tries. */
const SLOW: Bounds = { least: 1_000, most: 3_000 };
/** Number of tries with the fast delay: at least half a minute of them. */
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

/** A connection that is watched. */
interface WatchedConnection {
  readonly isConnected: () => boolean;
  /** Tells whether the connection is lost and waits for its next try, or is open but silent for too long. */
  readonly isDead: () => boolean;
  /** Reconnects immediately. */
  readonly reconnect: () => void;
  /** Closes the connection, which starts the tries. */
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

/** How the page is connected; `live` only once all that was missed is there. */
type ConnectionState =
  | { readonly state: 'connecting' | 'live' }
  /** `since`: when the connection was lost, or first not made, ms. */
  | { readonly state: 'offline'; readonly since: number };

interface LineStore {
  readonly line: ConnectionState;
  /** When the page was live last, ms; undefined while it is. */
  readonly lostAt: number | undefined;
}

const useLineStore = create<LineStore>(() => ({ line: { state: 'connecting' }, lostAt: Date.now() }));
const { getState, setState } = useLineStore;

/** Keeps the line as it is where its state is the same, so that nothing is drawn anew. */
function set(line: ConnectionState, lostAt: number | undefined): void {
  const before = getState().line;
  setState({ line: line.state === before.state ? before : line, lostAt });
}

/** Events of the socket that set the connection's state. */
export const connectionEvents = {
  live: () => set({ state: 'live' }, undefined),
  /** The connection is gone, and another is being made. */
  lost: () => set({ state: 'connecting' }, getState().lostAt ?? Date.now()),
  /** A try failed. */
  failed(): void {
    const since = getState().lostAt ?? Date.now();
    set({ state: 'offline', since }, since);
  },
} as const;

/** How the page is connected. */
export const useConnectionState = (): ConnectionState => useLineStore((state) => state.line);
