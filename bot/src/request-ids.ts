import { createHash } from 'node:crypto';
import { BackendUnavailableError } from './shop.js';

/**
 * Repeats a call once when no answer came. Only for calls with a request id, since the backend may have carried out the
 * first one and must not do so twice. @throws as the call
 */
export async function retryUnanswered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BackendUnavailableError)) throw error;
    return call();
  }
}

/** Time for which a repeat by hand keeps the first request id, ms: as long as people retry after an outage. */
const REUSE_PERIOD_MS = 3_600_000;
const MAX_REMEMBERED = 1_000;

/**
 * Requests without an answer, which the backend may have carried out: a person who sends the same again reuses the first
 * request id, so that it happens once. Kept in memory, and only as hashes.
 */
export class RequestIds {
  private readonly remembered = new Map<string, { requestId: string; until: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Makes a call with a request id, twice when no answer came. @param what person and content @throws as the call */
  async callOnce<T>(
    what: readonly (string | number | undefined)[],
    requestId: string,
    call: (requestId: string) => Promise<T>,
  ): Promise<T> {
    const key = createHash('sha256').update(JSON.stringify(what)).digest('base64');
    const known = this.remembered.get(key);
    const name = known && known.until > this.now() ? known.requestId : requestId;
    try {
      const answer = await retryUnanswered(() => call(name));
      this.remembered.delete(key);
      return answer;
    } catch (error) {
      if (error instanceof BackendUnavailableError) this.remember(key, name);
      throw error;
    }
  }

  private remember(key: string, requestId: string): void {
    this.remembered.delete(key);
    this.remembered.set(key, { requestId, until: this.now() + REUSE_PERIOD_MS });
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MAX_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
  }
}
