/** What came of waiting for something that may hang. */
export class TooSlowError extends Error {}

/** Waits for work, but no longer than so many ms. @throws TooSlowError; the work itself goes on unheard */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlowError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
