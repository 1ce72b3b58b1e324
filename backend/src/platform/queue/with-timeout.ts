/** Error of {@link withTimeout} for work that took too long. */
export class TimeoutError extends Error {}

/**
 * Waits for work at most `ms` milliseconds.
 * @throws TimeoutError after that; the work itself is not stopped
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
