import { createHash } from 'node:crypto';
import { BackendUnavailableError } from './problem-error.js';

/**
 * Makes a call a second time when no answer came, since the first may have been carried out: only for calls that name
 * their request, which the backend carries out once. @throws as the call
 */
export async function askedAgain<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BackendUnavailableError)) throw error;
    return call();
  }
}

/** How long what is sent again by hand goes under its first name, ms: as long as people try again after an outage. */
const KNOWN_MS = 3_600_000;
const MOST_KNOWN = 1_000;

/**
 * Requests of which no answer came, though the backend may have carried them out: who sends the same again by hand asks
 * under the first one's name, so that it is done once. Kept in memory alone, without what was written.
 */
export class Unanswered {
  private readonly known = new Map<string, { requestId: string; until: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Makes a named call, twice when no answer came. @param what who asks for what, to the letter @throws as the call */
  async once<T>(
    what: readonly (string | number | undefined)[],
    requestId: string,
    call: (requestId: string) => Promise<T>,
  ): Promise<T> {
    const key = createHash('sha256').update(JSON.stringify(what)).digest('base64');
    const known = this.known.get(key);
    const name = known && known.until > this.now() ? known.requestId : requestId;
    try {
      const answer = await askedAgain(() => call(name));
      this.known.delete(key);
      return answer;
    } catch (error) {
      if (error instanceof BackendUnavailableError) this.keep(key, name);
      throw error;
    }
  }

  private keep(key: string, requestId: string): void {
    this.known.delete(key);
    this.known.set(key, { requestId, until: this.now() + KNOWN_MS });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}
