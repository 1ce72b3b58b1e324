/**
 * `Promise.all` that waits for all also after a failure, so that cleaning up meets no work that still runs.
 * @throws the first failure, in the order given
 */
export async function settleAll<T extends readonly unknown[]>(work: {
  [K in keyof T]: Promise<T[K]>;
}): Promise<{ -readonly [K in keyof T]: T[K] }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
