import type { Browser } from 'playwright-core';
import { coldAddresses, coldViewers, languages, openColdPages } from '../browser/cold-pages.js';
import { DEVICES, THEMES, type Device } from './screenshots.js';
import type { ScreensShop } from './screens-shop.js';

/**
 * Opens every address cold, in each language, as visitor, customer and admin, on one device in both themes.
 * @returns a line per error
 */
export async function openAllAddressesCold(
  browser: Browser,
  screensShop: ScreensShop,
  device: Device,
): Promise<string[]> {
  const people = {
    visitor: undefined,
    customer: screensShop.people.customer,
    admin: screensShop.people.operator,
  };
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
  return await openColdPages(browser, screensShop.shop, loads);
}
