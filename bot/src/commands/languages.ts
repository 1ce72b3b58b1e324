import { peopleCalls } from '@pax/contracts';
import type { Language } from './command.js';
import type { Shop } from '../shop.js';

/** Time after which a cached choice is read again, ms. */
const CACHE_MS = 60_000;
/** Wait after a failure before that person's choice is read again, ms. */
const RETRY_AFTER_MS = 10_000;
/** Time limit of reading a choice, ms: well below Discord's 3 s for a first answer. */
const READ_TIMEOUT_MS = 1_000;
const MAX_CACHED = 5_000;

/** Caches the languages that people chose, so that not every command calls the shop. */
export class Languages {
  private readonly cached = new Map<
    string,
    { language: Language | null; until: number; isClosed: boolean }
  >();

  constructor(
    private readonly shop: Pick<Shop, 'call'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Reads a person's chosen language; their client's language without a choice, or while the shop does not answer. */
  async languageFor(userId: string, client: Language): Promise<Language> {
    const found = this.cached.get(userId);
    if (found && found.until > this.now()) return found.language ?? client;
    // A choice made or read during this call is newer than its answer.
    const isNewest = (): boolean => this.cached.get(userId) === found;
    try {
      const { language, clientLanguage, account, messagesClosed } = await this.shop.call(
        peopleCalls.botPerson,
        { query: { discordId: userId }, timeoutMs: READ_TIMEOUT_MS },
      );
      if (!isNewest()) return this.cached.get(userId)?.language ?? client;
      this.remember(userId, language, CACHE_MS, messagesClosed === true);
      // Only people with an account get direct messages, so only their client's language is stored.
      if (account && clientLanguage !== client) this.storeClientLanguage(userId, client);
      return language ?? client;
    } catch {
      if (isNewest()) this.remember(userId, found?.language ?? null, RETRY_AFTER_MS);
      return this.cached.get(userId)?.language ?? client;
    }
  }

  /** Stores the client's language in the shop for direct messages; a failed call is repeated with the person's next call. */
  private storeClientLanguage(discordId: string, clientLanguage: Language): void {
    const body = { discordId, clientLanguage };
    void this.shop.call(peopleCalls.changeBotPerson, { body }).catch(() => undefined);
  }

  /** Drops a person's cached choice, so that the next call reads it again. */
  forget(userId: string): void {
    this.cached.delete(userId);
  }

  /**
   * Returns true once for a person who must be informed that their direct messages are closed, and records that in the
   * shop.
   */
  takeClosedHint(userId: string): boolean {
    const found = this.cached.get(userId);
    if (!found?.isClosed) return false;
    found.isClosed = false;
    const body = { discordId: userId, toldClosed: true } as const;
    void this.shop.call(peopleCalls.changeBotPerson, { body }).catch(() => undefined);
    return true;
  }

  /** Caches the language that a person has just chosen. */
  remember(userId: string, language: Language | null, forMs = CACHE_MS, isClosed = false): void {
    this.cached.delete(userId);
    this.cached.set(userId, { language, until: this.now() + forMs, isClosed });
    const [oldest] = this.cached.keys();
    if (this.cached.size > MAX_CACHED && oldest !== undefined) this.cached.delete(oldest);
  }
}
