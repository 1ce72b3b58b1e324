import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { Visitor } from './visitor.js';
import { waitUntilStable } from './wait-until-stable.js';

const LOW_DESKTOP = { viewport: { width: 1280, height: 800 } };
/** Layout shift that a visit may have: Google calls less than 0.1 good. */
const MAX_SHIFT = 0.02;

jest.setTimeout(90_000);

describe('the first view', () => {
  let shop: WholeShop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
  }, 150_000);

  it.each([
    ['mix', 'phone', phone],
    ['en', 'phone', phone],
    ['de', 'phone', phone],
    ['mix', 'desktop', LOW_DESKTOP],
    ['en', 'desktop', LOW_DESKTOP],
    ['de', 'desktop', LOW_DESKTOP],
  ] as const)(
    'in %s on a %s shows at least four prices, of coins and of goods (OWN-1421)',
    async (language, _, device) => {
      const visitor = await Visitor.open(browser, shop, { ...device, language });
      const { page } = visitor;
      await page.addInitScript(() => {
        Reflect.set(globalThis, 'shifted', 0);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Reflect.set(
              globalThis,
              'shifted',
              Number(Reflect.get(globalThis, 'shifted')) + Number(Reflect.get(entry, 'value')),
            );
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/');
      const sellers = page.getByRole('region', {
        name: /^(Items and bases|Best sellers|Gegenstände und Basen|Meistgekauft)$/,
      });
      await sellers.waitFor();
      await waitUntilStable(page);
      /** Texts with a price of an amount or a piece that lie wholly in the window, above the phone's bar. */
      const visible = await page.evaluate(() => {
        const bar = document.querySelector('main ~ nav')?.getBoundingClientRect();
        const bottom = bar && bar.height > 0 ? bar.top : innerHeight;
        return [...document.querySelectorAll('fieldset button, section li button, article')]
          .filter((element) => {
            const { top, bottom: end, left, right } = element.getBoundingClientRect();
            return top >= 0 && end <= bottom && left >= 0 && right <= innerWidth;
          })
          .map((element) => element.textContent)
          .filter((text) => /\$\d+\.\d\d|\d+,\d\d\s\$/.test(text));
      });
      expect(visible.length).toBeGreaterThanOrEqual(4);
      expect(visible.filter((text) => !/^\d+M/.test(text)).length).toBeGreaterThanOrEqual(1);
      expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')))).toBeLessThan(MAX_SHIFT);
      await visitor.closeWithoutErrors();
    },
  );
});
