import { tryOrNull } from './browser-storage';

/** Number of values that the browser remembers per key. */
const MAX_RECORDED = 50;

/** Returns the values recorded under a localStorage key, oldest first; none if the storage is damaged or forbidden. */
function readRecorded(key: string): string[] {
  const stored = tryOrNull((): unknown => JSON.parse(localStorage.getItem(key) ?? '[]'));
  return Array.isArray(stored) ? stored.filter((value) => typeof value === 'string') : [];
}

/** Tells whether this browser recorded a value under a localStorage key. */
export const isRecorded = (key: string, value: string): boolean => readRecorded(key).includes(value);

/**
 * Records a value under a localStorage key, which keeps the newest fifty.
 *
 * @returns whether the value was not recorded before; without storage always true
 */
export function recordOnce(key: string, value: string): boolean {
  const known = readRecorded(key);
  if (known.includes(value)) return false;
  // If the storage fails, the same thing may happen twice, which is better than never.
  tryOrNull(() => localStorage.setItem(key, JSON.stringify([...known, value].slice(-MAX_RECORDED))));
  return true;
}
