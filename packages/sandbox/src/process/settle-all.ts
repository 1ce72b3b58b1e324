/**
 * As `Promise.all`, but waits for all also when one fails, so that nothing goes on behind the back of the one who
 * then cleans up.
 * @throws the first failure, in the order given
 */
export async function settleAll<T extends readonly unknown[]>(work: {
  [K in keyof T]: Promise<T[K]>;
}): Promise<{ -readonly [K in keyof T]: T[K] }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
