import type { Language } from '../core/command.js';
import type { PeopleBackend } from '../core/people-backend.js';

/** A choice is read again after this time, ms. */
const KNOWN_MS = 60_000;
/** After a failure the shop is not asked about that person for this time, ms. */
const FAILED_MS = 10_000;
/** Below what Discord waits for a first answer. */
const ASK_WITHIN_MS = 1_000;
const MAX_KNOWN = 5_000;

/** The languages that people chose, remembered for a while so that not every command asks the shop. */
export class Languages {
  private readonly known = new Map<string, { language: Language | null; until: number; isClosed: boolean }>();

  constructor(
    private readonly people: Pick<PeopleBackend, 'person' | 'change'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The language that a person chose; that of their client where they chose none or the shop does not answer. */
  async of(userId: string, client: Language): Promise<Language> {
    const found = this.known.get(userId);
    if (found && found.until > this.now()) return found.language ?? client;
    // What was chosen or read meanwhile is newer than this answer.
    const isNewest = (): boolean => this.known.get(userId) === found;
    try {
      const { language, clientLanguage, account, messagesClosed } = await this.people.person(
        userId,
        ASK_WITHIN_MS,
      );
      if (!isNewest()) return this.known.get(userId)?.language ?? client;
      this.remember(userId, language, KNOWN_MS, messagesClosed === true);
      // Only accounts are written to, so nothing is kept of others.
      if (account && clientLanguage !== client) this.tell(userId, client);
      return language ?? client;
    } catch {
      if (isNewest()) this.remember(userId, found?.language ?? null, FAILED_MS);
      return this.known.get(userId)?.language ?? client;
    }
  }

  /** Keeps the language of their Discord for messages that answer nothing; told again with a later call if it fails. */
  private tell(discordId: string, clientLanguage: Language): void {
    void this.people.change({ discordId, clientLanguage }).catch(() => undefined);
  }

  /** What is known of a person is read again with their next call. */
  forget(userId: string): void {
    this.known.delete(userId);
  }

  /** Whether a person is to be told, now and once, that the bot can't write to them. */
  takeClosed(userId: string): boolean {
    const found = this.known.get(userId);
    if (!found?.isClosed) return false;
    found.isClosed = false;
    void this.people.change({ discordId: userId, toldClosed: true }).catch(() => undefined);
    return true;
  }

  /** Takes over what a person has just chosen. */
  remember(userId: string, language: Language | null, forMs = KNOWN_MS, isClosed = false): void {
    this.known.delete(userId);
    this.known.set(userId, { language, until: this.now() + forMs, isClosed });
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}
