import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadArea, type Area } from './areas';
import { catalogue as mixCommon, german as germanCommon } from './catalogue/mix/common';
import { withTimeout } from '../lib/scheduling';
import { markGerman } from './german-keys';
import { languageOf, tagOf, type Language } from './languages';

/** Words that have not come after so long are taken for lost, ms; those of the mixture stand in for them (OWN-302). */
const LOAD_TIMEOUT_MS = 5_000;

/** Fetches an area when a screen first asks for it. */
const lazyAreas = {
  type: 'backend' as const,
  init: () => undefined,
  async read(tag: string, area: string) {
    const language = languageOf(tag);
    const { catalogue, german } = await withTimeout(loadArea(language, area), LOAD_TIMEOUT_MS);
    if (language === 'mix') markGerman(area, german);
    return catalogue;
  },
};

markGerman('common', germanCommon);

/** The one i18next instance. The mixture's `common` area travels with the first load, everything else is fetched. */
export const i18n = i18next.createInstance();

i18n.on('failedLoading', (_tag: string, area: string) => {
  hasMissing = (awaited.get(area) ?? 0) === 0;
});

/** Starts the catalogue in a language; resolves when these areas are there, or lost. */
export async function startI18n(
  language: Language = 'mix',
  areas: readonly Area[] = ['common'],
): Promise<void> {
  await i18n
    .use(lazyAreas)
    .use(initReactI18next)
    .init({
      lng: tagOf(language),
      fallbackLng: tagOf('mix'),
      load: 'currentOnly',
      ns: areas,
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { [tagOf('mix')]: { common: mixCommon } },
      interpolation: { escapeValue: false },
    });
}

const missing = new Set<Area>();
/** Areas that somebody waits for who is told when they do not come. */
const awaited = new Map<string, number>();
let hasMissing = false;

/** Calls back when words did not come and nobody else says so; at once when that was before. */
export function onMessagesMissing(listener: () => void): void {
  if (hasMissing) listener();
  i18n.on('failedLoading', () => hasMissing && listener());
}

/** Whether an area can be shown: in the language of now or, in its place, in the mixture. */
const isLoaded = (area: Area): boolean =>
  [i18n.language, tagOf('mix')].some((tag) => i18n.hasResourceBundle(tag, area));

/**
 * Fetches areas ahead of the screens that use them, so that these do not suspend. Areas that did not come before are
 * asked for again.
 * @throws Error when an area came in no language
 */
export async function preloadAreas(...areas: Area[]): Promise<void> {
  const again = areas.filter((area) => missing.has(area));
  for (const area of areas) awaited.set(area, (awaited.get(area) ?? 0) + 1);
  try {
    await Promise.all([
      i18n.loadNamespaces(areas),
      ...(again.length > 0 ? [i18n.reloadResources([i18n.language, tagOf('mix')], again)] : []),
    ]);
  } finally {
    for (const area of areas) awaited.set(area, (awaited.get(area) ?? 1) - 1);
  }
  for (const area of areas) {
    if (isLoaded(area)) missing.delete(area);
    else missing.add(area);
  }
  if (areas.some((area) => missing.has(area))) throw new Error(`No words for ${areas.join(', ')}.`);
}
