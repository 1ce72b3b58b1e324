/** Differences below this are ignored, because the header has whole seconds and the answer takes time, ms. */
const TOLERANCE_MS = 5_000;

/** Difference by which the server's clock is ahead of the device's, ms. */
let aheadMs = 0;
const listeners = new Set<() => void>();

/**
 * Records the server's time from an answer, unless it came from a cache. A device with a wrong clock
 * would otherwise show a new order as late.
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

/** Calls back when the known server time changes. @returns unsubscribes */
export function onServerTimeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
