import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@pax/local';
import type { Browser, Locator, Page } from 'playwright-core';
import { returningCustomer } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { CheckoutPages } from './checkout-pages.js';
import { desktopLight, phoneDark } from './appearances.js';
import { MarketPage } from './market-page.js';
import { Visitor } from './visitor.js';

/** Within this a slow machine has scrolled, ms. */
const MOVE_MS = 15_000;

describe('nothing stands in the way', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
  }, 150_000);
  afterEach(async () => await visitor.closeWithoutErrors());

  const open = async (appearance = desktopLight): Promise<{ page: Page; market: MarketPage }> => {
    visitor = await Visitor.open(browser, shop, { ...appearance, reducedMotion: 'reduce', isWarm: true });
    const market = new MarketPage(visitor.page);
    await market.openMarket();
    return { page: visitor.page, market };
  };

  it.each([
    ['phone', phoneDark],
    ['desktop', desktopLight],
  ])(
    'a change of category begins at the top of its goods on a %s',
    async (_, appearance) => {
      const { page, market } = await open(appearance);
      await market.showCategory('Items');
      const tabs = page.getByRole('tablist', { name: 'Categories' });
      const below = async (target: Locator): Promise<number> =>
        await target.evaluate(
          (element, row) => element.getBoundingClientRect().top - (row?.getBoundingClientRect().bottom ?? 0),
          await tabs.elementHandle(),
        );
      await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
      await page.getByRole('tab', { name: /^Bases/ }).dispatchEvent('click');
      const first = page.getByRole('tabpanel').getByRole('article').first();
      await first.getByRole('heading', { name: 'Starter Hut' }).waitFor();
      const isAtTop = async (): Promise<boolean> =>
        (await below(page.getByRole('tabpanel').getByRole('searchbox'))) >= 0 && (await below(first)) < 120;
      await until(isAtTop, { deadlineMs: MOVE_MS, what: 'the first of the bases below the tabs' });
      // Not scrolled past the tabs, the page stays where it is.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await page.getByRole('tab', { name: /^Items/ }).dispatchEvent('click');
      await page.getByRole('tabpanel').getByRole('heading', { name: 'Elytra' }).waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(0);
    },
    60_000,
  );

  it('nothing floats over the goods of a phone but its two bars, wherever the page rests (OWN-1420)', async () => {
    const { page, market } = await open(phoneDark);
    await market.showCategory('Items');
    await page.getByRole('heading', { name: 'What players say' }).waitFor();
    const floating = async (): Promise<string[]> =>
      await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => getComputedStyle(element).position === 'fixed')
          .filter((element) => element.getAttribute('aria-label') !== 'Quick navigation')
          .filter((element) => element.checkVisibility({ opacityProperty: true }))
          .filter((element) => {
            const { top, bottom, width, height } = element.getBoundingClientRect();
            return width > 1 && height > 1 && bottom > 0 && top < innerHeight;
          })
          .map((element) => element.outerHTML.slice(0, 80)),
      );
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (const top of [0, 600, Math.round(end / 2), end]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
      await until(() => isAt(page, top), { deadlineMs: MOVE_MS, what: `the page at ${top} px` });
      expect(await floating()).toEqual([]);
    }
    // At the end of the page, which grows while it is scrolled, the bar stands below the last link, not on it.
    const isBelow = async (): Promise<boolean> => {
      await page.evaluate(() =>
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
      );
      const bar = await page.getByRole('navigation', { name: 'Quick navigation' }).boundingBox();
      const foot = await page.getByRole('contentinfo').boundingBox();
      return bar !== null && foot !== null && foot.y + foot.height <= bar.y + 1;
    };
    await until(isBelow, { deadlineMs: MOVE_MS, what: 'the bar below the last link' });
  }, 60_000);

  it('a notice covers neither Add on a phone nor Pay on a desktop', async () => {
    const phone = await open(phoneDark);
    await phone.market.showCategory('Items');
    await phone.market.addToCart('Elytra');
    expect(await coversNone(phone.page, 'Added to Cart!', /to the cart$/)).toBe(true);
    await visitor.closeWithoutErrors();

    visitor = await Visitor.open(browser, shop, { ...desktopLight, reducedMotion: 'reduce', isWarm: true });
    await visitor.useSessionOf(await returningCustomer(shop, 'finn'));
    const { page } = visitor;
    const market = new MarketPage(page);
    await market.openMarket();
    await market.showCategory('Items');
    await market.addToCart('Elytra');
    await market.openCart();
    await market.toCheckout();
    const checkout = new CheckoutPages(page);
    await checkout.chooseMethod('Card');
    const { dialog } = checkout;
    await dialog.getByRole('textbox', { name: 'Game username' }).fill('');
    await dialog.getByRole('button', { name: /^Pay \$/ }).click();
    expect(await coversNone(page, 'Missing Information', /^Pay \$/)).toBe(true);
  }, 90_000);
});

/** Whether a notice comes to lie in the window and over no button of such a name, of which there are some. */
async function coversNone(page: Page, title: string, name: RegExp): Promise<boolean> {
  const toast = page.locator('[role=status][data-part=root]').filter({ hasText: title });
  await toast.waitFor();
  const lies = async (): Promise<boolean> =>
    (await toast.evaluate((own) => own.getBoundingClientRect().bottom <= innerHeight)) &&
    (await coveredBy(toast)).every((covered) => !name.test(covered ?? ''));
  await until(lies, { deadlineMs: 4_000, what: `the notice ${title} beside ${name.source}` });
  return await page.getByRole('button', { name }).first().isVisible();
}

/** Whether the page is scrolled so far, or to its end where it is shorter by now. */
const isAt = async (page: Page, top: number): Promise<boolean> =>
  await page.evaluate((wanted) => {
    const end = document.documentElement.scrollHeight - innerHeight;
    return Math.abs(scrollY - Math.min(wanted, end)) < 1;
  }, top);

/** Names of the buttons and links under something that floats, if it is shown. */
async function coveredBy(floating: Locator): Promise<string[]> {
  return await floating.evaluate((own) => {
    if (getComputedStyle(own.parentElement ?? own).opacity === '0') return [];
    const box = own.getBoundingClientRect();
    return [...document.querySelectorAll('button, a[href], input, select, [role=tab]')]
      .filter((control) => !own.contains(control) && !own.parentElement?.contains(control))
      .filter((control) => !control.closest('[inert], [aria-hidden=true]'))
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        return width > 1 && left < box.right && box.left < right && top < box.bottom && box.top < bottom;
      })
      .map((control) => control.ariaLabel ?? control.textContent);
  });
}
