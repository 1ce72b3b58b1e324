/** Time limit of a call that only reads, ms. */
export const READ_MS = 15_000;
/**
 * Time limit of a call that changes data, ms; longer than the server's own limits for Discord and payment providers.
 */
export const WRITE_MS = 20_000;

/**
 * Runs a function with a signal that aborts together with the caller's, or with a `TimeoutError` after a limit in ms.
 */
export async function withTimeLimit<T>(
  ms: number,
  asker: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const abortWithCaller = () => end.abort(asker?.reason);
  if (asker?.aborted) abortWithCaller();
  asker?.addEventListener('abort', abortWithCaller);
  const abortWithTimeout = () => end.abort(new DOMException('No response in time.', 'TimeoutError'));
  const timer = setTimeout(abortWithTimeout, ms);
  try {
    return await run(end.signal);
  } finally {
    clearTimeout(timer);
    asker?.removeEventListener('abort', abortWithCaller);
  }
}

/** Tells whether a call timed out, so that it is unknown whether a change was made. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';
