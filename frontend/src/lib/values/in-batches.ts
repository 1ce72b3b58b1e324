/** The outcome of work done in portions. */
export interface BatchOutcome<R> {
  /** Results of the finished portions. */
  readonly results: readonly R[];
  /** How many were not done: those of the portion that failed and all after it. */
  readonly left: number;
  /** Error of the failed portion. */
  readonly error?: unknown;
}

/**
 * Does an act in portions, one after the other, because a call takes a limited number. Stops at the first portion that
 * fails. @throws the error of the very first portion, since nothing was done then
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
