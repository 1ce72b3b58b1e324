import { useSyncExternalStore } from 'react';

/** How the page is connected; `live` only once all that was missed is there. */
export type Line =
  | { readonly state: 'connecting' | 'live' }
  /** `since`: when the connection was lost, or first not made, ms. */
  | { readonly state: 'offline'; readonly since: number };

let line: Line = { state: 'connecting' };
/** When the page was live last; undefined while it is. */
let lostAt: number | undefined = Date.now();
const listeners = new Set<() => void>();

function set(now: Line): void {
  if (now.state === line.state) return;
  line = now;
  for (const listener of listeners) listener();
}

/** Hears from the socket how the page is connected (OWN-705). */
export const lineEvents = {
  live(): void {
    lostAt = undefined;
    set({ state: 'live' });
  },
  /** The connection is gone, and another is being made. */
  lost(): void {
    lostAt ??= Date.now();
    set({ state: 'connecting' });
  },
  /** A try failed. */
  failed(): void {
    lostAt ??= Date.now();
    set({ state: 'offline', since: lostAt });
  },
} as const;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the page is connected. */
export const useLine = (): Line => useSyncExternalStore(subscribe, () => line);
