/** The time limit of {@link withTimeout} passed. */
export class TimeoutError extends Error {}

/** Waits for work at most `ms` milliseconds. @throws TimeoutError while the work itself goes on */
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
