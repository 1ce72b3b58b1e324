import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Area, loadArea } from './areas';
import { catalogue as mixCommon, german as germanCommon } from './catalogue/mix/common';
import { withTimeout } from '../lib/browser/scheduling';
import { formatNumber, setNumberLanguage } from '../lib/values/format';
import { markGerman } from './german-keys';
import { documentLanguage, languageOf, tagOf, type Language } from './languages';

/** Loads a module together with the messages that it shows. @throws Error when either fails to load */
export async function loadWithAreas<M>(code: Promise<M>, ...areas: Area[]): Promise<M> {
  const [loaded] = await Promise.all([code, preloadAreas(...areas)]);
  return loaded;
}

/** Loading timeout, ms; afterwards the mixed messages are used. */
const LOAD_TIMEOUT_MS = 5_000;

/** Loads an area on first use. */
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

/** The only i18next instance. The mixed `common` area is part of the first load; all other areas are fetched. */
export const i18n = i18next.createInstance();

// Registered before components' listeners, so that numbers change first; the mixture formats them as English does.
i18n.on('languageChanged', (tag) => setNumberLanguage(documentLanguage(languageOf(tag))));

/** Formats `{{count}}`, which plurals need as a number, and `{{times}}`; ids are not formatted. */
const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _, __, options) =>
    typeof value === 'number' && /^(?:count|times)$/.test(String(options?.['interpolationkey']))
      ? formatNumber(value)
      : value,
};

i18n.on('failedLoading', (_tag: string, area: string) => {
  if ((callersHandling.get(area) ?? 0) === 0) reportMissing();
});

/** Initialises i18n; resolves when these areas are loaded or have failed. */
export async function startI18n(
  language: Language = 'mix',
  areas: readonly Area[] = ['common'],
): Promise<void> {
  await i18n
    .use(lazyAreas)
    .use(countFormatter)
    .use(initReactI18next)
    .init({
      lng: tagOf(language),
      fallbackLng: tagOf('mix'),
      load: 'currentOnly',
      ns: areas,
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { [tagOf('mix')]: { common: mixCommon } },
      interpolation: { escapeValue: false, alwaysFormat: true },
    });
}

const missing = new Set<Area>();
/** Areas that were reported as missing in a language; the mixture replaces them. */
const reportedAreas = new Set<string>();
/** Number of callers per area that handle a load failure themselves. */
const callersHandling = new Map<string, number>();
let hasMissing = false;
const listeners = new Set<() => void>();

function reportMissing(): void {
  hasMissing = true;
  for (const listener of listeners) listener();
}

/** Calls back when messages failed to load and no caller handles it; immediately if that was before. */
export function onMessagesMissing(listener: () => void): void {
  if (hasMissing) listener();
  listeners.add(listener);
}

/** Tells whether an area is loaded, in the current language or the mixed one. */
const isLoaded = (area: Area): boolean =>
  [i18n.language, tagOf('mix')].some((tag) => i18n.hasResourceBundle(tag, area));

/**
 * Loads areas before the screens that use them, so that these do not suspend; areas that failed before are
 * retried.
 *
 * @throws Error when an area could be loaded in no language
 */
export async function preloadAreas(...areas: Area[]): Promise<void> {
  const again = areas.filter((area) => missing.has(area));
  for (const area of areas) callersHandling.set(area, (callersHandling.get(area) ?? 0) + 1);
  try {
    await Promise.all([
      i18n.loadNamespaces(areas),
      ...(again.length > 0 ? [i18n.reloadResources([i18n.language, tagOf('mix')], again)] : []),
    ]);
  } finally {
    for (const area of areas) callersHandling.set(area, (callersHandling.get(area) ?? 1) - 1);
  }
  for (const area of areas) {
    if (isLoaded(area)) missing.delete(area);
    else missing.add(area);
  }
  // The caller continues with the mixture, so the missing messages have to be reported here.
  const isMixed = (area: Area): boolean => isLoaded(area) && !i18n.hasResourceBundle(i18n.language, area);
  const mixed = areas.filter((area) => isMixed(area) && !reportedAreas.has(`${i18n.language} ${area}`));
  for (const area of mixed) reportedAreas.add(`${i18n.language} ${area}`);
  if (mixed.length > 0) reportMissing();
  if (areas.some((area) => missing.has(area)))
    throw new Error(`The messages of ${areas.join(', ')} could not be loaded.`);
}
