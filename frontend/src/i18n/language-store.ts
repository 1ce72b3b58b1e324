import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { browserStore } from '../lib/storage/browser-store';
import { isRecord } from '../lib/values/guards';
import { i18n } from './i18n';
import { documentLanguage, languages, tagOf, type Language } from './languages';

export const LANGUAGE_KEY = 'pax-language';

interface LanguageState {
  readonly language: Language;
  /** Switches catalogue and document language; remembered locally. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

const readStoredLanguage = (stored: unknown): Language | undefined =>
  isRecord(stored) ? languages.find((known) => known === stored['language']) : undefined;

/** The chosen language, the mixture by default; an invalid stored value is ignored. */
export const useLanguage = create<LanguageState>()(
  persist(
    (set) => ({
      language: 'mix',
      setLanguage: async (language) => {
        await i18n.changeLanguage(tagOf(language));
        document.documentElement.lang = documentLanguage(language);
        set({ language });
      },
    }),
    {
      name: LANGUAGE_KEY,
      version: 0,
      storage: browserStore(),
      partialize: ({ language }) => ({ language }),
      migrate: (stored) => stored,
      merge: (stored, current) => ({ ...current, language: readStoredLanguage(stored) ?? current.language }),
    },
  ),
);
