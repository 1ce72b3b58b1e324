import { createJSONStorage, type StateStorage } from 'zustand/middleware';

/** What `act` yields, or null where the browser's store is full, forbidden or broken. */
export const tryOrNull = <T>(run: () => T): T | null => {
  try {
    return run();
  } catch {
    return null;
  }
};

const storage: StateStorage = {
  getItem: (name) => tryOrNull(() => localStorage.getItem(name)),
  setItem: (name, value) => void tryOrNull(() => localStorage.setItem(name, value)),
  removeItem: (name) => void tryOrNull(() => localStorage.removeItem(name)),
};

/**
 * The browser's store for what is kept there. One that is full, forbidden or holds broken text costs the memory of it,
 * never the page: the state of the open tab goes on.
 */
export const browserStore = <S>() => createJSONStorage<S>(() => storage);

/** What was read; where that and what is there are both empty the very same, since another list would be drawn anew. */
export const keepIfBothEmpty = <T>(now: readonly T[], read: readonly T[]): readonly T[] =>
  now.length + read.length === 0 ? now : read;
