import type { Browser } from 'playwright-core';
import { coldAddresses, coldViewers, languages, openAllCold } from '../browser/cold-pages.js';
import { DEVICES, THEMES, type Device } from './camera.js';
import type { Stage } from './stage.js';

/**
 * Opens every address cold in each language, for visitor, customer and admin, on one device in both themes (OWN-300).
 * @returns what went wrong, a line each
 */
export async function walkCold(browser: Browser, stage: Stage, device: Device): Promise<string[]> {
  const people = { visitor: undefined, customer: stage.people.customer, admin: stage.people.operator };
  const loads = THEMES.flatMap((theme) =>
    languages.flatMap((language) =>
      coldViewers.flatMap((viewer) =>
        coldAddresses.map((address) => ({
          address,
          language,
          viewer,
          person: people[viewer],
          theme,
          device: DEVICES[device],
        })),
      ),
    ),
  );
  return await openAllCold(browser, stage.shop, loads);
}
