/** Differences below this are ignored, because the header has whole seconds and the answer takes time, ms. */
const TOLERANCE_MS = 5_000;

/** How far the server's clock is ahead of the device's, ms. */
let aheadMs = 0;
const listeners = new Set<() => void>();

/**
 * Reads the server's time from an answer that came just now; what a cache kept says nothing. A device whose clock is
 * wrong would call a new order late.
 */
export function recordServerTime({ headers }: Pick<Response, 'headers'>): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(at) || headers.has('age') || headers.get('cache-control') !== 'no-store') return;
  const ahead = at - Date.now();
  if (Math.abs(ahead - aheadMs) < TOLERANCE_MS) return;
  aheadMs = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead;
  for (const notify of listeners) notify();
}

/** The time by the server's clock, ms since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Calls back when the server's clock turns out to be another. @returns stops it */
export function onServerTimeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
