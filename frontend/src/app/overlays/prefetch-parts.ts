import { whenLoadedAndIdle } from '../../lib/ui/scheduling';

/**
 * Prefetches code while the page is idle, so that the next click works at once, also offline; retries when
 * online again.
 *
 * @returns stops it; a fetch in flight still completes
 */
export function prefetchParts(parts: readonly (() => Promise<unknown>)[]): () => void {
  const end = new AbortController();
  const run = async (left: readonly (() => Promise<unknown>)[]): Promise<void> => {
    const [fetchNext, ...rest] = left;
    if (!fetchNext) return;
    await whenLoadedAndIdle();
    if (end.signal.aborted) return;
    try {
      await fetchNext();
    } catch {
      addEventListener('online', () => void run(left), { once: true, signal: end.signal });
      return;
    }
    await run(rest);
  };
  void run(parts);
  return () => end.abort();
}
