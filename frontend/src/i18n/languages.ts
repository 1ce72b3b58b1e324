/** `mix` is the shop's mixture of English for shoppers and German for the panel and some notices. */
export const languages = ['mix', 'en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The mixed language uses English plural rules, hence a private variant of it. */
const tags: Record<Language, string> = { mix: 'en-x-mix', en: 'en', de: 'de' };

/** The i18next tag of a language. */
export const tagOf = (language: Language): string => tags[language];

/** The language of a tag; unknown tags are mixed. */
export const languageOf = (tag: string | undefined): Language =>
  languages.find((language) => tags[language] === tag) ?? 'mix';

/** The document's `lang`. */
export const documentLanguage = (language: Language): 'en' | 'de' => (language === 'de' ? 'de' : 'en');
