import { createHash } from 'node:crypto';
import { BackendUnavailableError } from './shop-client.js';

/**
 * Repeats a call once when no answer came. Only for calls with a request id, by which the backend recognises the repeat
 * and does not act twice.
 * @throws the call's errors
 */
export async function retryUnanswered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BackendUnavailableError)) throw error;
    return call();
  }
}

/** Time for which a person's retry gets the first request id, ms: as long as people retry after an outage. */
const REUSE_PERIOD_MS = 3_600_000;
const MAX_REMEMBERED = 1_000;

/**
 * Remembers requests without an answer, which the backend may have carried out: when a person sends the same again, the
 * first request id is reused, so that it happens only once. Stores hashes only.
 */
export class RequestIds {
  private readonly remembered = new Map<string, { requestId: string; until: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Makes a call with a request id, and repeats it once when no answer came.
   * @param what person and content
   * @throws the call's errors
   */
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
      if (error instanceof BackendUnavailableError) this.rememberRequestId(key, name);
      throw error;
    }
  }

  private rememberRequestId(key: string, requestId: string): void {
    this.remembered.delete(key);
    this.remembered.set(key, { requestId, until: this.now() + REUSE_PERIOD_MS });
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MAX_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
  }
}
