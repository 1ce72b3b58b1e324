export const CELEBRATED_KEY = 'pax-celebrated';
/** So many checkouts are remembered. */
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
 * Whether a checkout was not celebrated in this browser yet; remembers that it is now (SHOP-2.64). A browser that keeps
 * nothing celebrates on every visit.
 */
export function isFirstTime(reference: string): boolean {
  const known = remembered();
  if (known.includes(reference)) return false;
  try {
    localStorage.setItem(CELEBRATED_KEY, JSON.stringify([...known, reference].slice(-REMEMBERED)));
  } catch {
    // Storage is full or switched off; the party is worth more than the memory of it.
  }
  return true;
}
