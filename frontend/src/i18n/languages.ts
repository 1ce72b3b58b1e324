/** Languages of the shop; `mix` has English texts for shoppers, and German ones for the panel and some notices. */
export const languages = ['mix', 'en', 'de'] as const;
export type Language = (typeof languages)[number];

/**
 * Language tags for i18next; the mixed language is a private variant of English, so that English plural rules apply.
 */
const tags: Record<Language, string> = { mix: 'en-x-mix', en: 'en', de: 'de' };

/** Returns the i18next tag of a language. */
export const languageTagOf = (language: Language): string => tags[language];

/** Returns the language of an i18next tag; the mixed language if the tag is unknown. */
export const languageOfTag = (tag: string | undefined): Language =>
  languages.find((language) => tags[language] === tag) ?? 'mix';

/** Returns the `lang` attribute of the document in a language. */
export const documentLanguage = (language: Language): 'en' | 'de' => (language === 'de' ? 'de' : 'en');
