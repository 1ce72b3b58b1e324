import { useSyncExternalStore } from 'react';

/** Interval of the screen's clock, ms: fine enough for "due" and "overdue". */
const TICK_MS = 15_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The time in ms since 1970, updated every 15 s; one shared clock. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
