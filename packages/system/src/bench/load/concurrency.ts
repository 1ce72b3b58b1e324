/** Runs `work` the given number of times, `concurrency` at a time. @param work gets its index, from 0 */
export async function runConcurrently(
  times: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < times; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Runs `work` for each item of a list, `concurrency` at a time. */
export async function forEachConcurrently<T>(
  all: readonly T[],
  concurrency: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const entries = all.map((one) => ({ one }));
  await runConcurrently(entries.length, concurrency, async (index) => {
    const entry = entries[index];
    if (entry) await work(entry.one);
  });
}
