/**
 * Does something with many, so many at a time, one portion after the other: a call takes only so many.
 * @returns what all portions gave @throws what the first portion that fails throws; those after it are not done
 */
export async function inPortions<T, R>(
  all: readonly T[],
  size: number,
  act: (some: T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += size)
    results.push(...(await act(all.slice(from, from + size))));
  return results;
}
