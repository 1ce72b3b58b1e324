import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { i18n } from './i18n';
import { documentLanguage, tagOf, type Language } from './languages';

interface LanguageState {
  readonly language: Language;
  /** Switches catalogue and document language; remembered locally. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

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
    { name: 'pax-language', version: 0, partialize: ({ language }) => ({ language }) },
  ),
);
