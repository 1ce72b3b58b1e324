import { create } from 'zustand';

/** Minimum and maximum of a random delay, ms. */
interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Delay of the first attempt to reconnect; random, because a restart of the server disconnects all pages at once. */
const FIRST: Bounds = { least: 50, most: 450 };
/** Delay of further attempts soon after the loss, so that a page is current again within a second. */
const FAST: Bounds = { least: 250, most: 650 };
/** Delay of later attempts, so that a server that is down for minutes gets fewer of them. */
const SLOW: Bounds = { least: 1_000, most: 3_000 };
/** Number of attempts with the fast delay, which last for at least half a minute. */
const FAST_TRIES = 120;

/**
 * Returns the delay before the next attempt to reconnect, ms; random within bounds, so that pages do not all reconnect
 * at once.
 *
 * @param attempt number of failed attempts since the connection was lost
 * @param random number from 0 to 1
 */
export function retryDelay(attempt: number, random: number): number {
  const { least, most } = attempt === 0 ? FIRST : attempt <= FAST_TRIES ? FAST : SLOW;
  return Math.round(least + random * (most - least));
}

/** Functions to observe and control a connection. */
interface WatchedConnection {
  readonly isConnected: () => boolean;
  /** Tells whether the connection is lost and waits for its next attempt, or is open but silent for too long. */
  readonly isDead: () => boolean;
  /** Reconnects at once. */
  readonly reconnect: () => void;
  /** Closes the connection, after which the attempts to reconnect begin. */
  readonly drop: () => void;
}

/** Interval at which the connection is checked for silence, ms. */
const CHECK_MS = 2_000;
/** Maximum random delay after the network is back, ms, so that pages in the same network do not reconnect at once. */
const SPREAD_MS = 200;
/** Minimum time between two reconnects, ms, because several browser events arrive together. */
const WAKE_MS = 500;

/**
 * Reconnects when the network is back or the page becomes visible, and closes a connection that is silent or without
 * network.
 */
export function watchConnection({ isConnected, isDead, reconnect, drop }: WatchedConnection): void {
  let wokenAt = -Infinity;
  const reconnectIfDead = () => {
    if (!isDead() || performance.now() - wokenAt < WAKE_MS) return;
    wokenAt = performance.now();
    reconnect();
  };
  addEventListener('online', () => setTimeout(reconnectIfDead, Math.random() * SPREAD_MS));
  addEventListener('offline', () => isConnected() && drop());
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && reconnectIfDead(),
  );
  setInterval(() => isConnected() && isDead() && drop(), CHECK_MS);
}

/** State of the page's connection; `live` only after all missed messages have arrived. */
type ConnectionState =
  | { readonly state: 'connecting' | 'live' }
  /** `since` is the time when the connection was lost or the first attempt failed, ms since 1970. */
  | { readonly state: 'offline'; readonly since: number };

interface LineStore {
  readonly line: ConnectionState;
  /** Time when the page was last live, ms since 1970; undefined while it is live. */
  readonly lostAt: number | undefined;
}

const useLineStore = create<LineStore>(() => ({ line: { state: 'connecting' }, lostAt: Date.now() }));
const { getState, setState } = useLineStore;

/** Keeps the old state object if the state is the same, so that components do not re-render. */
function setConnectionState(line: ConnectionState, lostAt: number | undefined): void {
  const before = getState().line;
  setState({ line: line.state === before.state ? before : line, lostAt });
}

/** Functions by which the socket's events set the connection's state. */
export const connectionEvents = {
  live: () => setConnectionState({ state: 'live' }, undefined),
  /** Called when the connection was lost and a new one is being opened. */
  lost: () => setConnectionState({ state: 'connecting' }, getState().lostAt ?? Date.now()),
  /** Called when an attempt to reconnect failed. */
  reconnectFailed(): void {
    const since = getState().lostAt ?? Date.now();
    setConnectionState({ state: 'offline', since }, since);
  },
} as const;

/** Returns the state of the page's connection. */
export const useConnectionState = (): ConnectionState => useLineStore((state) => state.line);
