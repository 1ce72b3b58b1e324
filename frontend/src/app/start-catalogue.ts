import { catalogue as mixedShop, german } from '../i18n/catalogue/mix/shop';
import { markGerman } from '../i18n/german-keys';
import { i18n, startI18n } from '../i18n/i18n';
import { useLanguage } from '../i18n/language-store';
import { documentLanguage, tagOf, type Language } from '../i18n/languages';

/** Starts a language. The mixture's words of the first view travel with the first load. */
export async function startLanguage(language: Language): Promise<void> {
  await startI18n(language, language === 'mix' ? ['common'] : ['common', 'shop']);
  i18n.addResourceBundle(tagOf('mix'), 'shop', mixedShop);
  markGerman('shop', german);
}

/** Starts the remembered language. */
export async function startCatalogue(): Promise<void> {
  const { language } = useLanguage.getState();
  const root = document.documentElement;
  const lang = documentLanguage(language);
  // Touched only where it differs: the whole page would be styled anew.
  if (root.lang !== lang) root.lang = lang;
  await startLanguage(language);
}
