import { describe, expect, it } from '@jest/globals';
import type { Words } from './area';
import { areaNames, loadArea } from './areas';
import { languages } from './languages';

const keysOf = (words: Words, path = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : keysOf(value, `${path}${key}.`),
  );

const textAt = (words: Words, key: string): string =>
  String(key.split('.').reduce<string | Words | undefined>((at, part) => (at as Words)[part], words));

const valuesIn = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

describe.each(areaNames)('catalogue %s', (area) => {
  it('has the same keys and the same values to fill in, in every language', async () => {
    const mix = (await loadArea('mix', area)).catalogue;
    for (const language of languages) {
      const words = (await loadArea(language, area)).catalogue;
      expect(keysOf(words).sort()).toEqual(keysOf(mix).sort());
      for (const key of keysOf(mix)) {
        expect([language, key, valuesIn(textAt(words, key))]).toEqual([
          language,
          key,
          valuesIn(textAt(mix, key)),
        ]);
        expect(textAt(words, key).trim()).not.toBe('');
      }
    }
  });

  it('marks only keys that exist as German', async () => {
    const { catalogue, german = [] } = await loadArea('mix', area);
    const keys = keysOf(catalogue);
    for (const prefix of german) {
      expect(prefix === '' || keys.some((key) => key === prefix || key.startsWith(`${prefix}.`))).toBe(true);
    }
  });
});
