/** Time limit of a read, ms. */
export const READ_MS = 15_000;
/** Time limit of a write, longer than the server's own for Discord and the provider, ms. */
export const WRITE_MS = 20_000;

/** Runs a function with a signal that aborts with the caller's, or after the limit in ms with a `TimeoutError`. */
export async function withTimeLimit<T>(
  ms: number,
  asker: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  const left = () => end.abort(asker?.reason);
  if (asker?.aborted) left();
  asker?.addEventListener('abort', left);
  const late = () => end.abort(new DOMException('No response in time.', 'TimeoutError'));
  const timer = setTimeout(late, ms);
  try {
    return await run(end.signal);
  } finally {
    clearTimeout(timer);
    asker?.removeEventListener('abort', left);
  }
}

/** Tells whether a call timed out; the outcome of a write is then unknown. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';
