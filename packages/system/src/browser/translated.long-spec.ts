import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { desktop } from './appearances.js';
import { CheckoutPages } from './checkout-pages.js';
import { MarketPage } from './market-page.js';
import { translatePage } from './translate-page.js';
import { Visitor } from './visitor.js';

jest.setTimeout(120_000);

describe('a page that the browser translates', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
  }, 150_000);
  afterEach(async () => visitor.close());

  const open = async (options: Parameters<typeof Visitor.open>[2] = {}): Promise<void> => {
    visitor = await Visitor.open(browser, shop, { ...desktop, isReturning: true, isWarm: true, ...options });
    ({ page } = visitor);
    await visitor.useSessionOf(await signInWithDiscord(shop, 'pax.operator'));
    await translatePage(page);
  };
  /** Errors besides hydration's: a page that is translated before it is the app's is drawn anew. */
  const errors = (): string[] => visitor.errors.filter((line) => !/#418|hydrat/i.test(line));

  it('sells amounts, goods of all tabs, and lets one check out', async () => {
    await open({ language: 'en' });
    const market = new MarketPage(page);
    await market.openMarket();
    const quick = page.getByRole('region', { name: 'Quick coins' });
    for (const [millions, price] of [
      ['10M', '$1.70'],
      ['250M', '$32.50'],
      ['50M', '$8.50'],
      ['100M', '$15.00'],
    ] as const) {
      await quick.getByRole('button', { name: new RegExp(`^${millions}\\b`) }).click();
      await quick.getByRole('button', { name: `Buy ${millions} · ${price}` }).waitFor();
    }
    for (const category of ['Items', 'Bases', 'Armor', 'Money'] as const) await market.showCategory(category);
    await page.getByRole('searchbox', { name: 'Search goods' }).fill('no such thing');
    await page.getByText('No products found').first().waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await market.showCategory('Items');
    const dialog = await market.openProduct('Elytra');
    for (const step of ['One more', 'One more', 'One less', 'One less'])
      await dialog.getByRole('button', { name: step }).click();
    await dialog.getByRole('button', { name: /^Add to cart/ }).click();
    await market.openCart();
    await market.findCartLine('Elytra').getByRole('button', { name: 'One more' }).click();
    await market.toCheckout();
    const checkout = new CheckoutPages(page);
    await checkout.dialog.waitFor();
    for (const method of ['PayPal', 'Crypto', 'Card'] as const) await checkout.chooseMethod(method);
    await checkout.dialog.getByRole('button', { name: 'Close' }).click();
    await checkout.dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    for (const language of ['Deutsch', 'English', 'Pax mix'] as const) await market.chooseLanguage(language);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Bronze|^Loyalty/ })
      .click();
    await page.keyboard.press('Escape');
    expect(errors()).toEqual([]);
    expect(await page.getByText('Something fell over').count()).toBe(0);
  });

  it('shows account and panel, all tabs and their sheets', async () => {
    await open();
    await page.goto('/account');
    for (const tab of await page.getByRole('tablist').getByRole('tab').all()) await tab.click();
    await page.goto('/admin');
    await page.getByRole('list', { name: 'Aktive Bestellungen' }).waitFor();
    await page
      .getByRole('button', { name: /^Bestellung #\d+ öffnen/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: /^Bestellung #/ }).waitFor();
    await page.keyboard.press('Escape');
    const places = page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link');
    for (const place of await places.all()) {
      await place.click();
      await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
    }
    expect(errors()).toEqual([]);
    expect(await page.getByText('Something fell over').count()).toBe(0);
  });
});
