import { customerCalls, type BotPersonAnswer } from '@pax/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Language } from './command.js';
import { LanguageCache } from './language-cache.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const PERSON = '516830472295546880';

type Answer<T> = T | Promise<T>;

/** A shop that answers to the question about a person, and to a change. */
const shopOf = (
  person: () => Answer<BotPersonAnswer>,
  change: (body: object) => Answer<BotPersonAnswer>,
): StubShop =>
  new StubShop(
    stubCall(customerCalls.botPerson, () => person()),
    stubCall(customerCalls.changeBotPerson, ({ body }) => change(body)),
  );

describe('the languages that people chose (OWN-621)', () => {
  const withShop = (language: () => Language | null) => {
    let asked = 0;
    let now = 0;
    const person = async () => {
      asked += 1;
      return { language: language(), directMessages: true, account: null };
    };
    const languages = new LanguageCache(shopOf(person, person), () => now);
    return { languages, asked: () => asked, pass: (ms: number) => (now += ms) };
  };

  it('come before that of the client, and are asked for once a minute', async () => {
    const { languages, asked, pass } = withShop(() => 'de');
    expect(await languages.languageFor(PERSON, 'en')).toBe('de');
    expect(await languages.languageFor(PERSON, 'en')).toBe('de');
    expect(asked()).toBe(1);
    pass(60_001);
    await languages.languageFor(PERSON, 'en');
    expect(asked()).toBe(2);
  });

  it('are that of the client where nobody chose one', async () => {
    const { languages } = withShop(() => null);
    expect(await languages.languageFor(PERSON, 'de')).toBe('de');
    expect(await languages.languageFor(PERSON, 'en')).toBe('en');
  });

  it('tell once, with the next call, whom the bot can’t write to (OWN-622)', async () => {
    const changed: unknown[] = [];
    const found = { language: null, directMessages: true, messagesClosed: true, account: null };
    const languages = new LanguageCache(
      shopOf(
        () => found,
        (change) => {
          changed.push(change);
          return found;
        },
      ),
    );
    expect(languages.takeClosedMessagesHint(PERSON)).toBe(false);
    await languages.languageFor(PERSON, 'en');
    expect([languages.takeClosedMessagesHint(PERSON), languages.takeClosedMessagesHint(PERSON)]).toEqual([
      true,
      false,
    ]);
    expect(changed).toEqual([{ discordId: PERSON, toldClosed: true }]);
    // Read again where it happened meanwhile.
    languages.forgetLanguage(PERSON);
    await languages.languageFor(PERSON, 'en');
    expect(languages.takeClosedMessagesHint(PERSON)).toBe(true);
  });

  it('are taken over at once', async () => {
    const { languages, asked } = withShop(() => null);
    languages.cacheLanguage(PERSON, 'de');
    expect(await languages.languageFor(PERSON, 'en')).toBe('de');
    expect(asked()).toBe(0);
  });

  it('stay as they were while the shop does not answer, which is not asked again at once', async () => {
    let isAway = false;
    const { languages, asked, pass } = withShop(() => {
      if (isAway) throw new Error('away');
      return 'de';
    });
    await languages.languageFor(PERSON, 'en');
    isAway = true;
    pass(60_001);
    expect(await languages.languageFor(PERSON, 'en')).toBe('de');
    expect(await languages.languageFor('688214905713819648', 'en')).toBe('en');
    expect(await languages.languageFor(PERSON, 'en')).toBe('de');
    expect(asked()).toBe(3);
  });

  it('are those of the last word, whatever was read before it', async () => {
    const found = { language: 'en', directMessages: true, messagesClosed: true, account: null } as const;
    const reading: ((person: typeof found) => void)[] = [];
    const languages = new LanguageCache(
      shopOf(
        () => new Promise<typeof found>((resolve) => reading.push(resolve)),
        () => found,
      ),
    );
    const [first, second] = [languages.languageFor(PERSON, 'en'), languages.languageFor(PERSON, 'en')];
    reading[0]?.(found);
    await first;
    expect(languages.takeClosedMessagesHint(PERSON)).toBe(true);
    reading[1]?.(found);
    await second;
    expect(languages.takeClosedMessagesHint(PERSON)).toBe(false);
    languages.forgetLanguage(PERSON);
    const third = languages.languageFor(PERSON, 'en');
    languages.cacheLanguage(PERSON, 'de');
    reading[2]?.(found);
    expect([await third, await languages.languageFor(PERSON, 'en')]).toEqual(['de', 'de']);
  });

  it('are forgotten before they fill the memory', async () => {
    const { languages, asked } = withShop(() => null);
    languages.cacheLanguage(PERSON, 'de');
    for (let person = 0; person < 5_000; person += 1) languages.cacheLanguage(String(person), 'en');
    expect(await languages.languageFor(PERSON, 'en')).toBe('en');
    expect(asked()).toBe(1);
  });

  it('of the client is told once for direct messages, of who has an account (OWN-621)', async () => {
    const told: unknown[] = [];
    let clientLanguage: Language | null = null;
    let account: { username: string; isBlocked: boolean } | null = null;
    const languages = new LanguageCache(
      shopOf(
        () => ({ language: null, directMessages: true, clientLanguage, account }),
        (body) => {
          told.push(body);
          throw new Error('away');
        },
      ),
    );
    await languages.languageFor('1', 'de');
    account = { username: 'Coal', isBlocked: false };
    await languages.languageFor('2', 'de');
    clientLanguage = 'de';
    await languages.languageFor('3', 'de');
    expect(told).toEqual([{ discordId: '2', clientLanguage: 'de' }]);
  });
});
