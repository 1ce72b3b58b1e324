import { create } from 'zustand';

/** How the page is connected; `live` only once all that was missed is there. */
export type Line =
  | { readonly state: 'connecting' | 'live' }
  /** `since`: when the connection was lost, or first not made, ms. */
  | { readonly state: 'offline'; readonly since: number };

interface LineStore {
  readonly line: Line;
  /** When the page was live last, ms; undefined while it is. */
  readonly lostAt: number | undefined;
}

const useLineStore = create<LineStore>(() => ({ line: { state: 'connecting' }, lostAt: Date.now() }));
const { getState, setState } = useLineStore;

/** Keeps the line as it is where its state is the same, so that nothing is drawn anew. */
function set(line: Line, lostAt: number | undefined): void {
  const before = getState().line;
  setState({ line: line.state === before.state ? before : line, lostAt });
}

/** Events of the socket that set the connection's state. */
export const lineEvents = {
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
export const useLine = (): Line => useLineStore((state) => state.line);
