import { customerCalls } from '@pax/contracts';
import type { Language } from './command.js';
import type { ShopClient } from '../shop-client.js';

/** Time for which a person's language choice is cached, ms. */
const CACHE_MS = 60_000;
/** Time to wait after a failure before the person's language choice is read again, ms. */
const RETRY_AFTER_MS = 10_000;
/** Time limit for reading a person's language choice, ms: well below Discord's 3 s for a first answer. */
const READ_TIMEOUT_MS = 1_000;
const MAX_CACHED = 5_000;

/** Caches the languages that people chose, so that most commands need no call to the shop for them. */
export class LanguageCache {
  private readonly cached = new Map<
    string,
    { language: Language | null; until: number; isClosed: boolean }
  >();

  constructor(
    private readonly shop: Pick<ShopClient, 'call'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Returns a person's chosen language, or the language of their Discord client when none was chosen or the shop does
   * not answer.
   */
  async languageFor(userId: string, client: Language): Promise<Language> {
    const found = this.cached.get(userId);
    if (found && found.until > this.now()) return found.language ?? client;
    // The call's answer is dropped if a newer language choice was stored while the call ran.
    const isNewest = (): boolean => this.cached.get(userId) === found;
    try {
      const { language, clientLanguage, account, messagesClosed } = await this.shop.call(
        customerCalls.botPerson,
        { query: { discordId: userId }, timeoutMs: READ_TIMEOUT_MS },
      );
      if (!isNewest()) return this.cached.get(userId)?.language ?? client;
      this.cacheLanguage(userId, language, CACHE_MS, messagesClosed === true);
      // Only people with an account get direct messages, so a client's language is stored for them alone.
      if (account && clientLanguage !== client) this.storeClientLanguage(userId, client);
      return language ?? client;
    } catch {
      if (isNewest()) this.cacheLanguage(userId, found?.language ?? null, RETRY_AFTER_MS);
      return this.cached.get(userId)?.language ?? client;
    }
  }

  /**
   * Stores the language of the person's Discord client in the shop for direct messages; a failed call is repeated with
   * the person's next command.
   */
  private storeClientLanguage(discordId: string, clientLanguage: Language): void {
    const body = { discordId, clientLanguage };
    void this.shop.call(customerCalls.changeBotPerson, { body }).catch(() => undefined);
  }

  /** Removes a person's cached language choice, so that the next command reads it again. */
  forgetLanguage(userId: string): void {
    this.cached.delete(userId);
  }

  /**
   * Returns true once for a person who must be told that their direct messages are closed, and records in the shop that
   * they were told.
   */
  takeClosedMessagesHint(userId: string): boolean {
    const found = this.cached.get(userId);
    if (!found?.isClosed) return false;
    found.isClosed = false;
    const body = { discordId: userId, toldClosed: true } as const;
    void this.shop.call(customerCalls.changeBotPerson, { body }).catch(() => undefined);
    return true;
  }

  /** Caches the language that a person has just chosen. */
  cacheLanguage(userId: string, language: Language | null, forMs = CACHE_MS, isClosed = false): void {
    this.cached.delete(userId);
    this.cached.set(userId, { language, until: this.now() + forMs, isClosed });
    const [oldest] = this.cached.keys();
    if (this.cached.size > MAX_CACHED && oldest !== undefined) this.cached.delete(oldest);
  }
}
