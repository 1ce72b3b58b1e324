import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@pax/local';
import type { Browser, Locator, Page } from 'playwright-core';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { desktop, appearances, phone, phoneDark } from './appearances.js';
import { MarketPage } from './market-page.js';
import { Visitor } from './visitor.js';

describe('a visitor walks through the market', () => {
  let shop: WholeShop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
  }, 150_000);

  describe.each(appearances)('$name', (appearance) => {
    let visitor: Visitor;
    let page: Page;
    let market: MarketPage;
    const goods = (): Locator => page.getByRole('tabpanel').getByRole('article');
    const toast = (title: string): Promise<void> =>
      page.getByRole('status').filter({ hasText: title }).first().waitFor();

    beforeAll(async () => {
      visitor = await Visitor.open(browser, shop, appearance);
      ({ page } = visitor);
      market = new MarketPage(page);
      await market.openMarket();
    }, 60_000);
    beforeEach(async () => {
      await visitor.clearState();
      await market.openMarket();
    });
    afterEach(() => visitor.assertNoErrors());
    afterAll(async () => visitor.close());

    it('finds goods by category, words, price and order (SHOP-1.1, SHOP-1.2, SHOP-1.3, SHOP-2.1, SHOP-2.20, SHOP-2.21, SHOP-2.24, SHOP-2.29)', async () => {
      const tabs = page.getByRole('tablist', { name: 'Categories' }).getByRole('tab');
      expect((await tabs.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
        'Money Instant Delivery!',
        'Items',
        'Bases 1',
        'Armor/Kits SALE',
      ]);
      const seen = new Set<string>();
      for (const category of ['Bases', 'Armor', 'Money', 'Items'] as const) {
        await market.showCategory(category);
        const names = await goods().getByRole('heading').allInnerTexts();
        expect(names.filter((name) => seen.has(name))).toEqual([]);
        for (const name of names) seen.add(name);
      }
      const search = page.getByRole('searchbox', { name: 'Search goods' });
      await search.fill('elyTRA');
      await market.findProductCard('Totem of Return').waitFor({ state: 'detached' });
      await market.findProductCard('Elytra').waitFor();
      await search.fill('17.99');
      await market.findProductCard('Elytra').waitFor();
      await search.fill('no such thing');
      await page.getByText('No products found').first().waitFor();
      await page.getByRole('button', { name: 'Show everything' }).click();
      await goods().nth(2).waitFor();

      await market.sortBy('Name: Z–A');
      const names = async (): Promise<string[]> => goods().getByRole('heading').allInnerTexts();
      const isSorted = async (): Promise<boolean> => {
        const shown = await names();
        return shown.join() === shown.toSorted((a, b) => b.localeCompare(a)).join();
      };
      await until(isSorted, { deadlineMs: 10_000, what: 'goods from Z to A' });
    }, 60_000);

    it('fills, changes and empties the cart, which survives a reload (SHOP-2.34, SHOP-2.35, SHOP-2.38, SHOP-2.41, SHOP-2.42, SHOP-8.10, SHOP-8.11, SHOP-8.12)', async () => {
      await market.showCategory('Items');
      await market.addToCart('Elytra');
      await toast('Added to Cart!');
      await market.addToCart('Totem of Return');
      await page.getByRole('banner').getByRole('button', { name: 'Cart, 2 pieces' }).waitFor();
      await page.reload();
      await market.openCart();
      const line = market.findCartLine('Elytra');
      await line.getByRole('button', { name: 'One more' }).click();
      await line.getByRole('button', { name: 'One more' }).click();
      await line.getByText('$47.97').first().waitFor();
      await market
        .findCartLine('Totem of Return')
        .getByRole('button', { name: /^Remove/ })
        .click();
      await toast('Totem of Return has been removed from your cart.');
      await market.cart.getByRole('button', { name: 'Clear Cart' }).click();
      await toast('All items have been removed from your cart. Ready for fresh shopping!');
      await page.keyboard.press('Escape');
      await market.cart.waitFor({ state: 'hidden' });
      await page.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();
    }, 60_000);

    if (appearance === phoneDark) {
      it('keeps a wishlist and what was looked at last, in this browser (SHOP-2.23, SHOP-2.25, SHOP-2.30, SHOP-8.14)', async () => {
        await market.showCategory('Items');
        await page.getByRole('button', { name: 'Add Elytra to the wishlist' }).click();
        await toast('Added to Wishlist');
        const dialog = await market.openProduct('Totem of Return');
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.reload();

        const only = page.getByRole('button', { name: 'Wishlist only' });
        await market.findProductCard('Totem of Return').waitFor();
        await only.click();
        await market.findProductCard('Totem of Return').waitFor({ state: 'detached' });
        expect(await goods().count()).toBe(1);
        await page.getByRole('button', { name: 'Remove Elytra from the wishlist' }).click();
        await toast('Removed from Wishlist');
        await page.getByText('Wishlist empty').first().waitFor();
        await only.click();
        await market.findProductCard('Totem of Return').waitFor();

        const viewed = page.getByRole('region', { name: 'Recently viewed' });
        await viewed.getByRole('button', { name: /^Totem of Return \$/ }).waitFor();
        expect(await viewed.getByRole('listitem').count()).toBe(1);
        await viewed.getByRole('button', { name: 'Clear' }).click();
        await viewed.waitFor({ state: 'detached' });
      }, 60_000);

      it('sells the amount that was typed, and says why it sells none (SHOP-5.19, OWN-1052)', async () => {
        const quick = page.getByRole('region', { name: 'Quick coins' });
        const amount = quick.getByRole('textbox', { name: 'Amount in millions' });
        // A click waits until the part is awake; keys alone would go nowhere.
        await amount.click();
        await amount.pressSequentially('1.5');
        await quick.getByText('Only whole millions can be bought').waitFor();
        await quick.getByRole('button', { name: 'Buy coins' }).click();
        await toast('Invalid amount');
        await page.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();
        await amount.fill('120');
        await quick.getByRole('button', { name: 'Buy 120M · $18.00' }).waitFor();
        expect(await quick.getByText('Only whole millions can be bought').count()).toBe(0);
      }, 60_000);

      it('is spoken to in the chosen language, and it stays (SHOP-1.14)', async () => {
        await market.chooseLanguage('Deutsch');
        await page.getByRole('heading', { name: 'Handelsmarkt' }).waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe('de');
        await page.reload();
        await page.getByRole('heading', { name: 'Handelsmarkt' }).waitFor();
        await market.chooseLanguage('English');
        await page.getByRole('heading', { name: 'Trading market' }).waitFor();
      }, 60_000);

      it('is offered free coins, and signs in first (SHOP-1.13, SHOP-2.15)', async () => {
        await page.getByRole('banner').getByRole('button', { name: 'Free Coins' }).click();
        const dialog = page.getByRole('dialog', { name: 'Free Coins' });
        await dialog.getByRole('link', { name: 'Sign in to claim' }).click();
        await page.getByRole('heading', { name: 'Sign in to the market' }).waitFor();
      }, 60_000);
    } else {
      it('keeps every letter of words typed fast; the way back and the way home bring theirs (SHOP-2.24, SHOP-5.21)', async () => {
        const search = page.getByRole('searchbox', { name: 'Search goods' });
        const hasText = async (words: string): Promise<unknown> =>
          until(async () => (await search.inputValue()) === words, { deadlineMs: 10_000, what: words });
        await search.pressSequentially('totem of return');
        expect(await search.inputValue()).toBe('totem of return');
        await market.findProductCard('Totem of Return').waitFor();
        await market.showCategory('Items');
        await search.fill('elytra');
        await market.findProductCard('Elytra').waitFor();
        await page.goBack();
        await hasText('totem of return');
        await market.findProductCard('Totem of Return').waitFor();
        await page.getByRole('link', { name: 'Home' }).first().click();
        await hasText('');
        await market.findProductCard('10M Coins').waitFor();
      }, 60_000);

      it('chooses an amount of coins and is offered a better one (SHOP-2.32, SHOP-5.16, SHOP-5.17, SHOP-9.10)', async () => {
        const dialog = await market.openProduct('Custom Coins');
        const amount = dialog.getByRole('textbox', { name: 'Amount in millions' });
        const add = dialog.getByRole('button', { name: /^Add to cart/ });
        await amount.fill('');
        await add.click();
        await toast('Missing Information');
        await amount.fill('95');
        await dialog.getByText(/100M costs only \$15\.00/).waitFor();
        await dialog.getByRole('button', { name: 'Take 100M' }).click();
        await dialog.getByRole('button', { name: 'Add to cart · $15.00' }).click();
        await toast('Item Added Successfully!');
        await market.openCart();
        await market.findCartLine('Custom Coins').getByText('$15.00').first().waitFor();
      }, 60_000);

      it('puts no more into the cart than is there, and says so (SHOP-5.11, SHOP-5.12, OWN-1052)', async () => {
        const { stock } = await shop.database
          .query<{ stock: number }>(
            `SELECT b.balance::int AS stock FROM products p JOIN ledger_balances b ON b.account = 'stock:' || p.id
             WHERE p.name = 'Elytra'`,
          )
          .then(({ rows }) => rows[0]!);
        await market.showCategory('Items');
        const count = market.findProductCard('Elytra').getByRole('spinbutton');
        for (const [typed, becomes] of [
          ['2.5', '1'],
          ['-3', '1'],
          ['0', '1'],
          [String(stock + 50), String(Math.min(stock, 99))],
        ] as const) {
          await count.fill(typed);
          await count.press('Tab');
          expect(await count.inputValue()).toBe(becomes);
        }
        await market.addToCart('Elytra');
        await toast('Added to Cart!');
        await count.fill('4');
        await market.addToCart('Elytra');
        await toast(`your cart now holds all ${stock} that are left.`);
        await market.openCart();
        const line = market.findCartLine('Elytra').getByRole('spinbutton');
        expect(await line.inputValue()).toBe(String(stock));
        expect(
          await market.findCartLine('Elytra').getByRole('button', { name: 'One more' }).isDisabled(),
        ).toBe(true);
      }, 60_000);

      it('sees in one tab what another did (SHOP-4.6)', async () => {
        await market.showCategory('Items');
        const other = await visitor.newTab('/');
        await market.addToCart('Elytra');
        await other.getByRole('banner').getByRole('button', { name: 'Cart, 1 piece' }).waitFor();
        const second = new MarketPage(other);
        await second.openCart();
        await second.cart.getByRole('button', { name: 'Clear Cart' }).click();
        await page.getByRole('banner').getByRole('button', { name: 'Cart, empty' }).waitFor();
      }, 60_000);
    }
  });

  // On a phone whole sheets open instead.
  it('opens what belongs to the header without moving the page (SHOP-2.43)', async () => {
    const visitor = await Visitor.open(browser, shop, { theme: 'dark', ...desktop });
    const { page } = visitor;
    const market = new MarketPage(page);
    await market.openMarket();
    await market.showCategory('Items');
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
    const scrollTop = (): Promise<number> => page.evaluate(() => scrollY);
    const banner = page.getByRole('banner');
    const before = await scrollTop();
    expect(before).toBeGreaterThan(300);
    // Pressed where it is: the browser's driver would scroll to it first.
    const box = await banner.getByRole('button', { name: /^Loyalty/ }).boundingBox();
    if (!box) throw new Error('no button is to be seen');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await banner.getByRole('dialog').waitFor();
    expect(await scrollTop()).toBe(before);
    await page.keyboard.press('Escape');
    await banner.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await scrollTop()).toBe(before);
    await visitor.closeWithoutErrors();
  }, 60_000);

  it('keeps adding, sorting and paying within the reach of a thumb on the smallest phone (OWN-181)', async () => {
    const viewport = { width: 320, height: 640 };
    const visitor = await Visitor.open(browser, shop, { ...phone, theme: 'light', viewport });
    const { page } = visitor;
    const market = new MarketPage(page);
    const boxOf = async (part: Locator) => {
      const box = await part.boundingBox();
      if (!box) throw new Error('it is not to be seen');
      return { ...box, bottom: box.y + box.height };
    };
    await market.openMarket();
    await market.sortBy('Name: Z–A');
    expect(await page.getByRole('combobox', { name: 'Sort by' }).evaluate(({ tagName }) => tagName)).toBe(
      'SELECT',
    );
    const add = market.findProductCard('10M Coins').getByRole('button', { name: /to the cart$/ });
    expect((await boxOf(add)).height).toBeGreaterThanOrEqual(44);
    await market.addToCart('10M Coins');
    await market.openCart();
    await market.cart.waitFor();
    await until(async () => (await boxOf(market.cart)).bottom === viewport.height, {
      deadlineMs: 5_000,
      what: 'the sheet at the foot of the screen',
    });
    expect(await boxOf(market.cart)).toMatchObject({ x: 0, width: viewport.width });
    const pay = await boxOf(market.cart.getByRole('button', { name: 'Checkout Now' }));
    expect(pay.y).toBeGreaterThan(viewport.height / 2);
    expect(pay.bottom).toBeLessThanOrEqual(viewport.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await visitor.closeWithoutErrors();
  }, 60_000);
});
