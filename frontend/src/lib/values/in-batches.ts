/** Result of work that was done in batches. */
export interface BatchOutcome<R> {
  /** Results of the batches that succeeded. */
  readonly results: readonly R[];
  /** Number of items that were not processed: those of the failed batch and of all later ones. */
  readonly left: number;
  /** Error of the failed batch; undefined if none failed. */
  readonly error?: unknown;
}

/**
 * Processes items in batches one after the other, because a call takes a limited number of them. Stops at the first
 * failure.
 *
 * @throws the error if the first batch fails, because nothing was done then
 */
export async function runInBatches<T, R>(
  all: readonly T[],
  size: number,
  act: (some: T[]) => Promise<readonly R[]>,
): Promise<BatchOutcome<R>> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += size)
    try {
      results.push(...(await act(all.slice(from, from + size))));
    } catch (error) {
      if (from === 0) throw error;
      return { results, left: all.length - from, error };
    }
  return { results, left: 0 };
}
