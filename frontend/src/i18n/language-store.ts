import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStorage } from '../lib/storage/browser-storage';
import { isRecord } from '../lib/values/is-record';
import { i18n } from './i18n';
import { documentLanguage, languages, languageTagOf, type Language } from './languages';

export const LANGUAGE_KEY = 'pax-language';

interface LanguageState {
  readonly language: Language;
  /** Changes the language of messages and document, and stores the choice in the browser. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

const readStoredLanguage = (stored: unknown): Language | undefined =>
  isRecord(stored) ? languages.find((known) => known === stored['language']) : undefined;

/** Language that the user chose; the mixed language by default. An invalid stored value is ignored. */
export const useLanguage = create<LanguageState>()(
  persist(
    (set) => ({
      language: 'mix',
      setLanguage: async (language) => {
        await i18n.changeLanguage(languageTagOf(language));
        document.documentElement.lang = documentLanguage(language);
        set({ language });
      },
    }),
    {
      name: LANGUAGE_KEY,
      version: 0,
      storage: browserStorage(),
      partialize: ({ language }) => ({ language }),
      migrate: (stored) => stored,
      merge: (stored, current) => ({ ...current, language: readStoredLanguage(stored) ?? current.language }),
    },
  ),
);
