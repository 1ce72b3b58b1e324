import { whenLoadedAndIdle } from '../lib/scheduling';

/**
 * Fetches parts one by one while the page rests, so that the next click is answered at once, also without a line. What
 * does not come is asked for again when the line is back.
 * @returns ends it; a part that is on its way still arrives
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
