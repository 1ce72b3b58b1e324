import { useSyncExternalStore } from 'react';
import { onServerTimeChange, serverNow } from '../http/server-clock';

/** Interval at which displayed times are updated, ms; short enough for "due" and "overdue". */
const TICK_MS = 15_000;

let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function updateNow(): void {
  now = serverNow();
  for (const notify of listeners) notify();
}
onServerTimeChange(updateNow);

function subscribeToNow(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow();
    timer = setInterval(updateNow, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Returns the time by the server's clock, ms since 1970, updated every 15 s for all components together. */
export const useNow = (): number => useSyncExternalStore(subscribeToNow, () => now);
