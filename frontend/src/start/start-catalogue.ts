import { catalogue as mixedShop, german } from '../i18n/catalogue/mix/shop';
import { markGerman } from '../i18n/german-keys';
import { i18n, startI18n } from '../i18n/i18n';
import { useLanguage } from '../i18n/language-store';
import { documentLanguage, tagOf, type Language } from '../i18n/languages';

/** Initialises i18n in a language. The mixed messages of the first view are bundled. */
export async function startLanguage(language: Language): Promise<void> {
  await startI18n(language, language === 'mix' ? ['common'] : ['common', 'shop']);
  i18n.addResourceBundle(tagOf('mix'), 'shop', mixedShop);
  markGerman('shop', german);
}

/** Initialises i18n in the stored language. */
export async function startCatalogue(): Promise<void> {
  const { language } = useLanguage.getState();
  const root = document.documentElement;
  const lang = documentLanguage(language);
  // Set only if different, because setting it recalculates all styles.
  if (root.lang !== lang) root.lang = lang;
  await startLanguage(language);
}
