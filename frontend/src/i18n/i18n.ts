import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadArea, type Area } from './areas';
import { catalogue as mixCommon, german as germanCommon } from './catalogue/mix/common';
import { markGerman } from './german-keys';
import { languageOf, tagOf, type Language } from './languages';

/** Fetches an area when a screen first asks for it. */
const lazyAreas = {
  type: 'backend' as const,
  init: () => undefined,
  async read(tag: string, area: string) {
    const language = languageOf(tag);
    const { catalogue, german } = await loadArea(language, area);
    if (language === 'mix') markGerman(area, german);
    return catalogue;
  },
};

markGerman('common', germanCommon);

/** The one i18next instance. The mixture's `common` area travels with the first load, everything else is fetched. */
export const i18n = i18next.createInstance();

/** Starts the catalogue in a language; resolves when its `common` area is there. */
export async function startI18n(language: Language = 'mix'): Promise<void> {
  await i18n
    .use(lazyAreas)
    .use(initReactI18next)
    .init({
      lng: tagOf(language),
      fallbackLng: tagOf('mix'),
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { [tagOf('mix')]: { common: mixCommon } },
      interpolation: { escapeValue: false },
    });
}

/** Fetches areas ahead of the screens that use them, so that these do not suspend. */
export async function preloadAreas(...areas: Area[]): Promise<void> {
  await i18n.loadNamespaces(areas);
}
