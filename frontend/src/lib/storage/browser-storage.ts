import { createJSONStorage, type StateStorage } from 'zustand/middleware';

/** Returns the result of a function; null if it throws, as the browser's storage does when full or forbidden. */
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
 * Storage that never throws. If the browser's storage is full, forbidden or damaged, only the open tab keeps its
 * state.
 */
export const browserStorage = <S>() => createJSONStorage<S>(() => storage);

/** Returns the stored list, but the current one if both are empty, because a new array would cause a rendering. */
export const keepIfBothEmpty = <T>(now: readonly T[], read: readonly T[]): readonly T[] =>
  now.length + read.length === 0 ? now : read;
