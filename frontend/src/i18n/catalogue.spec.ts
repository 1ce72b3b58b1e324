import { describe, expect, it } from '@jest/globals';
import { CONSENT_TEXTS, CONSENT_VERSION } from '@pax/contracts';
import type { Messages } from './message-catalogue';
import { areaNames, loadArea } from './message-areas';
import { isGermanKey, markGermanKeys } from './german-keys';
import { languages } from './languages';

/** `a.b` → text, for all leaves. */
const leaves = (messages: Messages, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : leaves(value, `${path}${key}.`),
  );

const sortedKeys = (messages: Messages): string[] =>
  leaves(messages)
    .map(([key]) => key)
    .sort();

const valuesIn = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

/** Sentences whose languages say their values in another order. */
const REORDERED = new Set([
  'admin.purchase.tooLarge',
  'checkout.problem.soldOutText_one',
  'checkout.problem.soldOutText_other',
  'checkout.problem.soldOutCoins',
]);

/** The words that may follow a figure. */
const UNITS: Readonly<Record<string, RegExp>> = {
  minutes: /^min/i,
  hours: /^(?:h$|hour|std|stunde)/i,
  days: /^(?:day|tag)/i,
};

describe.each(areaNames)('catalogue %s', (area) => {
  it('says the values of a sentence in the same order in every language, each figure in its unit (OWN-166)', async () => {
    const mix = new Map(leaves((await loadArea('mix', area)).catalogue));
    const orderIn = (text = '') => text.match(/\{\{\w+\}\}/g)?.join();
    for (const language of languages) {
      const texts = leaves((await loadArea(language, area)).catalogue);
      const swapped = texts.filter(
        ([key, text]) => !REORDERED.has(`${area}.${key}`) && orderIn(text) !== orderIn(mix.get(key)),
      );
      const ofAnotherUnit = texts.filter(([, text]) =>
        [...text.matchAll(/\{\{(\w+)\}\}[ -](\p{L}+)/gu)].some(
          ([, name = '', word = '']) => UNITS[name]?.test(word) === false,
        ),
      );
      expect({ language, swapped, ofAnotherUnit }).toEqual({ language, swapped: [], ofAnotherUnit: [] });
    }
  });

  it('has the same keys and the same values to fill in, in every language (OWN-166)', async () => {
    const mix = (await loadArea('mix', area)).catalogue;
    const values = new Map(leaves(mix).map(([key, text]) => [key, valuesIn(text)]));
    for (const language of languages) {
      const messages = (await loadArea(language, area)).catalogue;
      expect(sortedKeys(messages)).toEqual(sortedKeys(mix));
      for (const [key, text] of leaves(messages)) {
        expect([language, key, valuesIn(text)]).toEqual([language, key, values.get(key)]);
        expect(text.trim()).not.toBe('');
      }
    }
  });

  it('names a control by words that contain those on it (OWN-171)', async () => {
    for (const language of languages) {
      const messages = new Map(leaves((await loadArea(language, area)).catalogue));
      const wrong = [...messages].filter(([key, name]) => {
        const shown = messages.get(key.replace(/\.named$/, '.button').replace(/Named$/, ''));
        return shown !== undefined && !name.toLowerCase().includes(shown.toLowerCase());
      });
      expect({ language, wrong }).toEqual({ language, wrong: [] });
    }
  });

  it('promises nobody a word from the team beside a cancelled order', async () => {
    for (const language of languages) {
      const messages = leaves((await loadArea(language, area)).catalogue);
      const ended = messages.filter(([key]) => /cancelled|withdrawn|refunded/i.test(key));
      const promises = ended.filter(([, text]) => /get back to you|in touch|melde(?:t|n)/i.test(text));
      expect({ language, promises }).toEqual({ language, promises: [] });
    }
  });

  it('marks only keys that exist as German', async () => {
    const { catalogue, german = [] } = await loadArea('mix', area);
    const keys = sortedKeys(catalogue);
    for (const prefix of german) {
      expect(prefix === '' || keys.some((key) => key === prefix || key.startsWith(`${prefix}.`))).toBe(true);
    }
  });

  it('marks no text as German that is the English one alone (OWN-166)', async () => {
    const { catalogue, german = [] } = await loadArea('mix', area);
    const [english, inGerman] = await Promise.all(
      (['en', 'de'] as const).map(
        async (language) => new Map(leaves((await loadArea(language, area)).catalogue)),
      ),
    );
    markGermanKeys(area, german);
    const wrong = leaves(catalogue).filter(
      ([key, text]) => isGermanKey(area, key) && english?.get(key) === text && inGerman?.get(key) !== text,
    );
    expect(wrong).toEqual([]);
  });
});

describe('the consent', () => {
  it.each([
    ['mix', 'en'],
    ['en', 'en'],
    ['de', 'de'],
  ] as const)(
    'is shown in %s in the words that dispute packets quote (OWN-509)',
    async (language, quoted) => {
      const texts = new Map(leaves((await loadArea(language, 'checkout')).catalogue));
      expect(texts.get('pay.consent')).toBe(CONSENT_TEXTS[CONSENT_VERSION]?.[quoted]);
    },
  );
});
