import { useSyncExternalStore } from 'react';
import { onServerTimeChange, serverNow } from '../http/server-clock';

/** Interval at which displayed times are updated, ms; short enough for "due" and "overdue". */
const TICK_MS = 15_000;

/** A clock for `useSyncExternalStore`, which ticks only while it has listeners. */
interface TickingClock {
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the server's time at the last tick, ms since 1970. */
  readonly read: () => number;
}

/** Creates a clock by the server's time, which ticks every `tickMs` for all its listeners together. */
export function createTickingClock(tickMs: number): TickingClock {
  let now = serverNow();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  const update = () => {
    now = serverNow();
    for (const notify of listeners) notify();
  };
  onServerTimeChange(update);
  return {
    subscribe(listener) {
      if (listeners.size === 0) {
        now = serverNow();
        timer = setInterval(update, tickMs);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
    read: () => now,
  };
}

const clock = createTickingClock(TICK_MS);

/** Returns the time by the server's clock, ms since 1970, updated every 15 s for all components together. */
export const useNow = (): number => useSyncExternalStore(clock.subscribe, clock.read);
