import { createJSONStorage, type StateStorage } from 'zustand/middleware';

/** Returns the result of a function; null if it throws, as the browser's storage does when full or forbidden. */
export const tryOrNull = <T>(run: () => T): T | null => {
  try {
    return run();
  } catch {
    return null;
  }
};

const unsaved = new Set<string>();
/** Tells whether the browser's storage took the newest state under a name not at all, and so keeps an older one. */
export const isUnsaved = (name: string): boolean => unsaved.has(name);

const storage: StateStorage = {
  getItem: (name) => tryOrNull(() => localStorage.getItem(name)),
  setItem: (name, value) => {
    unsaved.add(name);
    tryOrNull(() => {
      localStorage.setItem(name, value);
      unsaved.delete(name);
    });
  },
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
