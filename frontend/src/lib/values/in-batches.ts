/** Outcome of work done in batches. */
export interface BatchOutcome<R> {
  /** Results of the finished batches. */
  readonly results: readonly R[];
  /** Number of items not processed: those of the failed batch and all later ones. */
  readonly left: number;
  /** Error of the failed batch. */
  readonly error?: unknown;
}

/**
 * Runs an action in sequential batches, because a call takes a limited number of items. Stops at the first batch that
 * fails. @throws the error of the first batch, because nothing was done then
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
