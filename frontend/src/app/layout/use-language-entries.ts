import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language-store';
import { documentLanguage, languages } from '../../i18n/languages';
import type { MenuEntry } from './menu';

/** The shop's own mixture, English and German as entries of a menu. */
export function useLanguageEntries(): MenuEntry[] {
  const { t } = useTranslation();
  const language = useLanguage((state) => state.language);
  const setLanguage = useLanguage((state) => state.setLanguage);
  return languages.map((option) => ({
    id: option,
    icon: 'globe',
    label: t(`language.${option}`),
    lang: documentLanguage(option),
    checked: option === language,
    run: () => void setLanguage(option),
  }));
}
