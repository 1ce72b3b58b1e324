import { create } from 'zustand';

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
