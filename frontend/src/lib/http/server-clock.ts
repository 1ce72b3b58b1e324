/** Clock differences below this are ignored, ms, because the header has whole seconds and the answer takes time. */
const TOLERANCE_MS = 5_000;

/** Time by which the server's clock is ahead of the device's, ms. */
let aheadMs = 0;
const listeners = new Set<() => void>();

/**
 * Records the server's time from an answer that is not from a cache. Without it, a device with a wrong clock would
 * show a new order as late.
 */
export function recordServerTime({ headers }: Pick<Response, 'headers'>): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(at) || headers.has('age') || headers.get('cache-control') !== 'no-store') return;
  const ahead = at - Date.now();
  if (Math.abs(ahead - aheadMs) < TOLERANCE_MS) return;
  aheadMs = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead;
  for (const notify of listeners) notify();
}

/** Returns the time by the server's clock, ms since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;

/**
 * Calls a function when the known server time changes.
 *
 * @returns a function that ends the subscription
 */
export function onServerTimeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
