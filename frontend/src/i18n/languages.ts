/** `mix` is the shop's own mixture: English for shoppers, German for the panel and some notices. */
export const languages = ['mix', 'en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The mixture is English to plural and number rules, hence a private variant of it. */
const tags: Record<Language, string> = { mix: 'en-x-mix', en: 'en', de: 'de' };

/** What i18next calls a language. */
export const tagOf = (language: Language): string => tags[language];

/** The reverse; anything unknown is the mixture. */
export const languageOf = (tag: string | undefined): Language =>
  languages.find((language) => tags[language] === tag) ?? 'mix';

/** What the document says it is written in. */
export const documentLanguage = (language: Language): 'en' | 'de' => (language === 'de' ? 'de' : 'en');
