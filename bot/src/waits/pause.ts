import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms` milliseconds, or less when the signal is aborted; never throws. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  try {
    await delay(Math.max(0, ms), undefined, { signal });
  } catch {
    // The signal was aborted, which the caller checks.
  }
}

/** Resolves once the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
