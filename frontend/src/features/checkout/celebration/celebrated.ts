export const CELEBRATED_KEY = 'pax-celebrated';
/** Number of celebrated checkouts kept. */
const REMEMBERED = 50;

function remembered(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(CELEBRATED_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((reference) => typeof reference === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Tells whether this browser has not celebrated a checkout yet, and records it. Without storage, each visit
 * counts as the first.
 */
export function isFirstTime(reference: string): boolean {
  const known = remembered();
  if (known.includes(reference)) return false;
  try {
    localStorage.setItem(CELEBRATED_KEY, JSON.stringify([...known, reference].slice(-REMEMBERED)));
  } catch {
    // Storage failed: celebrating twice is better than not at all.
  }
  return true;
}
