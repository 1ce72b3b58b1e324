import { StripeError } from './stripe-error.js';
import { own, type SavedAnswer, type StripeState } from './stripe-state.js';

const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/**
 * Idempotency keys: the first answer under a key is replayed to every repeat with the same parameters. A 500 is stored;
 * refused parameters, conflicts and rate limits are not. Keys are dropped after 24 hours.
 */
export class IdempotencyKeys {
  private readonly inProgress = new Set<string>();

  constructor(
    private readonly state: StripeState,
    private readonly changed: () => void,
  ) {}

  /**
   * Takes the key for one request. @returns the saved answer, or undefined: the caller must then `keep` an answer or
   * `abandon` the key. @throws StripeError 400 for other parameters or another route, 409 while the first request runs
   */
  begin(key: string, route: string, fingerprint: string): SavedAnswer | undefined {
    this.forgetOld(Date.now() - KEPT_MS);
    if (key.length > MAX_KEY_LENGTH) {
      throw new StripeError(400, `Idempotency keys can have up to ${MAX_KEY_LENGTH} characters.`);
    }
    const saved = own(this.state.answers, slot(key));
    if (saved !== undefined && (saved.route !== route || saved.fingerprint !== fingerprint)) {
      const what = saved.route === route ? 'parameters' : 'endpoint';
      throw new StripeError(
        400,
        `Keys for idempotent requests can only be used with the same ${what} they were first used with. The key was '${key}'.`,
        { type: 'idempotency_error' },
      );
    }
    if (saved !== undefined) return saved;
    if (this.inProgress.has(key)) {
      throw new StripeError(409, `Another request with the idempotency key '${key}' is in progress.`, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
      });
    }
    this.inProgress.add(key);
    return undefined;
  }

  /** Saves the answer for all repeats. */
  keep(key: string, answer: Omit<SavedAnswer, 'at'>): void {
    this.inProgress.delete(key);
    this.state.answers[slot(key)] = { ...answer, at: Date.now() };
    this.changed();
  }

  /** Gives the key back as if it had never been used. */
  abandon(key: string): void {
    this.inProgress.delete(key);
  }

  /** Drops the answers before a time (ms since the epoch). @returns their number */
  forgetOld(before: number): number {
    let count = 0;
    for (const [name, answer] of Object.entries(this.state.answers)) {
      if (answer.at >= before) break;
      delete this.state.answers[name];
      count += 1;
    }
    if (count > 0) this.changed();
    return count;
  }
}

/** The map entry of a client's key; the prefix keeps numeric keys in order, and special names harmless. */
function slot(key: string): string {
  return `key ${key}`;
}
