import { createJSONStorage, type StateStorage } from 'zustand/middleware';

/** The result of `run`, or null if it throws, as storage does when full or forbidden. */
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
 * Storage that never throws. When it is full, forbidden or corrupt, the open tab still keeps its state.
 */
export const browserStore = <S>() => createJSONStorage<S>(() => storage);

/** Returns the stored list, or the current one if both are empty, because a new array would re-render. */
export const keepIfBothEmpty = <T>(now: readonly T[], read: readonly T[]): readonly T[] =>
  now.length + read.length === 0 ? now : read;
