import { catalogue as mixedShop, german } from '../i18n/catalogue/mix/shop';
import { markGermanKeys } from '../i18n/german-keys';
import { i18n, startI18n } from '../i18n/i18n';
import { useLanguage } from '../i18n/language-store';
import { documentLanguage, languageTagOf, type Language } from '../i18n/languages';

/** Initialises i18n in a language. The first view's texts in the language `mix` are part of the bundle. */
export async function startLanguage(language: Language): Promise<void> {
  await startI18n(language, language === 'mix' ? ['common'] : ['common', 'shop']);
  i18n.addResourceBundle(languageTagOf('mix'), 'shop', mixedShop);
  markGermanKeys('shop', german);
}

/** Initialises i18n in the language stored in the browser. */
export async function startCatalogue(): Promise<void> {
  const { language } = useLanguage.getState();
  const root = document.documentElement;
  const lang = documentLanguage(language);
  // `lang` is set only if it differs, because setting it makes the browser recompute all styles.
  if (root.lang !== lang) root.lang = lang;
  await startLanguage(language);
}
