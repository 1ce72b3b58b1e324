import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { newCustomer } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { holdBack } from './held-requests.js';
import { waitUntilStable } from './wait-until-stable.js';
import { Visitor } from './visitor.js';

/** As much as the goods may be lower for it on a phone, px. */
const MAX_PX = 72;
/** Longer than the introduction stays new, ms. */
const INTRO_SEEN_MS = 11_000;

jest.setTimeout(60_000);

describe('a first visit sees the introduction', () => {
  let shop: WholeShop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
  }, 150_000);

  const bandOf = (page: Page, name = 'First visit'): Locator =>
    page.getByRole('complementary', { name, exact: true });
  const goodsOf = (page: Page): Locator => page.getByRole('tabpanel').getByRole('article').first();
  const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN;

  it.each([
    ['en', 390, 'First visit'],
    ['en', 320, 'First visit'],
    ['de', 390, 'Erster Besuch'],
    ['de', 320, 'Erster Besuch'],
  ] as const)(
    'in %s on %i px, without pushing the goods down by more than 72 px',
    async (language, width, name) => {
      const device = { ...phone, viewport: { width, height: 844 }, language };
      const returning = await Visitor.open(browser, shop, { ...device, isReturning: true });
      await returning.page.goto('/');
      await goodsOf(returning.page).waitFor();
      await waitUntilStable(returning.page);
      const without = await topOf(goodsOf(returning.page));
      expect(await bandOf(returning.page, name).isVisible()).toBe(false);
      await returning.closeWithoutErrors();

      const fresh = await Visitor.open(browser, shop, device);
      await fresh.page.goto('/');
      await bandOf(fresh.page, name).waitFor();
      await goodsOf(fresh.page).waitFor();
      await waitUntilStable(fresh.page);
      const pushed = (await topOf(goodsOf(fresh.page))) - without;
      expect(pushed).toBeGreaterThan(20);
      expect(pushed).toBeLessThanOrEqual(MAX_PX);
      await fresh.closeWithoutErrors();
    },
  );

  it('before any script ran, and nothing moves when the shop takes over', async () => {
    const visitor = await Visitor.open(browser, shop, phone);
    const { page } = visitor;
    const release = await holdBack(page, /\/assets\/first-[^/]*\.js$/);
    await page.goto('/', { waitUntil: 'commit' });
    const heading = page.getByText('Trading market', { exact: true });
    await page.getByText('A market for your game server').waitFor();
    await waitUntilStable(page);
    const before = await heading.boundingBox();
    release();
    await goodsOf(page).waitFor();
    expect(await heading.boundingBox()).toEqual(before);
    await bandOf(page).waitFor();
    await visitor.closeWithoutErrors();
  });

  it('once: not after it was dismissed, nor after it stood there long enough to be read', async () => {
    for (const isDismissed of [true, false]) {
      const visitor = await Visitor.open(browser, shop, phone);
      const { page } = visitor;
      await page.clock.install();
      await page.goto('/');
      await bandOf(page).waitFor();
      await goodsOf(page).waitFor();
      // The last part to be loaded: time that runs ahead would end its wait for the messages.
      await page.getByRole('heading', { name: 'What players say' }).waitFor({ state: 'attached' });
      if (isDismissed) {
        await bandOf(page).getByRole('button').click();
        await bandOf(page).waitFor({ state: 'hidden' });
      } else await page.clock.runFor(INTRO_SEEN_MS);
      await page.reload();
      await goodsOf(page).waitFor();
      expect(await bandOf(page).isVisible()).toBe(false);
      await visitor.closeWithoutErrors();
    }
  });

  it('nobody who signed in', async () => {
    const visitor = await Visitor.open(browser, shop, phone);
    await visitor.useSessionOf(await newCustomer(shop));
    await visitor.page.goto('/');
    await goodsOf(visitor.page).waitFor();
    expect(await bandOf(visitor.page).count()).toBe(0);
    await visitor.closeWithoutErrors();
  });
});
