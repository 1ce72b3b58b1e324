import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Area, loadArea } from './message-areas';
import { catalogue as mixCommon, german as germanCommon } from './catalogue/mix/common';
import { withTimeout } from '../lib/browser/scheduling';
import { formatNumber, setNumberLanguage } from '../lib/values/format';
import { markGermanKeys } from './german-keys';
import { documentLanguage, languageOfTag, languageTagOf, type Language } from './languages';

/**
 * Loads a module together with the messages that the module shows.
 *
 * @throws Error when module or messages fail to load
 */
export async function loadWithAreas<M>(code: Promise<M>, ...areas: Area[]): Promise<M> {
  const [loaded] = await Promise.all([code, preloadAreas(...areas)]);
  return loaded;
}

/** Timeout of loading messages, ms; after it the messages of the mixed language are shown. */
const LOAD_TIMEOUT_MS = 5_000;

/** Loads the messages of an area when they are first used. */
const lazyAreas = {
  type: 'backend' as const,
  init: () => undefined,
  async read(tag: string, area: string) {
    const language = languageOfTag(tag);
    const { catalogue, german } = await withTimeout(loadArea(language, area), LOAD_TIMEOUT_MS);
    if (language === 'mix') markGermanKeys(area, german);
    return catalogue;
  },
};

markGermanKeys('common', germanCommon);

/** The only instance of i18next. The mixed `common` messages are part of the first load; all others are fetched. */
export const i18n = i18next.createInstance();

// Numbers change their format before components render, because the listener is registered first. The mixed language
// has English formats.
i18n.on('languageChanged', (tag) => setNumberLanguage(documentLanguage(languageOfTag(tag))));

/** Formats the values `{{count}}`, which plurals need as a number, and `{{times}}`; ids are shown unformatted. */
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
  if ((callersHandling.get(area) ?? 0) === 0) reportMissingArea();
});

/** Initialises i18n; resolves once the messages of these areas are loaded or have failed. */
export async function startI18n(
  language: Language = 'mix',
  areas: readonly Area[] = ['common'],
): Promise<void> {
  await i18n
    .use(lazyAreas)
    .use(countFormatter)
    .use(initReactI18next)
    .init({
      lng: languageTagOf(language),
      fallbackLng: languageTagOf('mix'),
      load: 'currentOnly',
      ns: areas,
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: { [languageTagOf('mix')]: { common: mixCommon } },
      interpolation: { escapeValue: false, alwaysFormat: true },
    });
}

const missing = new Set<Area>();
/** Areas that were reported as missing in a language, so that the mixed messages are shown instead. */
const reportedAreas = new Set<string>();
/** Number of callers per area that handle a failure to load its messages themselves. */
const callersHandling = new Map<string, number>();
let hasMissing = false;
const listeners = new Set<() => void>();

function reportMissingArea(): void {
  hasMissing = true;
  for (const listener of listeners) listener();
}

/**
 * Registers a function for messages that failed to load and that no caller handles; calls it at once if that happened
 * before.
 */
export function onMessagesMissing(listener: () => void): void {
  if (hasMissing) listener();
  listeners.add(listener);
}

/** Tells whether the messages of an area are loaded, in the current or in the mixed language. */
const isAreaLoaded = (area: Area): boolean =>
  [i18n.language, languageTagOf('mix')].some((tag) => i18n.hasResourceBundle(tag, area));

/**
 * Loads message areas before the screens that use them, so that these screens need not wait; failed areas are tried
 * again.
 *
 * @throws Error when an area could be loaded in no language
 */
export async function preloadAreas(...areas: Area[]): Promise<void> {
  const again = areas.filter((area) => missing.has(area));
  for (const area of areas) callersHandling.set(area, (callersHandling.get(area) ?? 0) + 1);
  try {
    await Promise.all([
      i18n.loadNamespaces(areas),
      ...(again.length > 0 ? [i18n.reloadResources([i18n.language, languageTagOf('mix')], again)] : []),
    ]);
  } finally {
    for (const area of areas) callersHandling.set(area, (callersHandling.get(area) ?? 1) - 1);
  }
  for (const area of areas) {
    if (isAreaLoaded(area)) missing.delete(area);
    else missing.add(area);
  }
  // Missing messages are reported here, because the caller continues with the mixed ones and notices nothing.
  const isAreaMixed = (area: Area): boolean =>
    isAreaLoaded(area) && !i18n.hasResourceBundle(i18n.language, area);
  const mixed = areas.filter((area) => isAreaMixed(area) && !reportedAreas.has(`${i18n.language} ${area}`));
  for (const area of mixed) reportedAreas.add(`${i18n.language} ${area}`);
  if (mixed.length > 0) reportMissingArea();
  if (areas.some((area) => missing.has(area)))
    throw new Error(`The messages of ${areas.join(', ')} could not be loaded.`);
}
