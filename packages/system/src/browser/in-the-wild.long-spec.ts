import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { buyByCard, productNamed } from '../support/shopping.js';
import { newCustomer, signInWithDiscord } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { OrdersPage } from './account-page.js';
import { desktop, phone } from './appearances.js';
import { CheckoutPages } from './checkout-pages.js';
import { MarketPage } from './market-page.js';
import { Visitor } from './visitor.js';

jest.setTimeout(120_000);

describe('a shop in browsers as people have them', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
  }, 150_000);
  afterEach(async () => visitor.close());

  const open = async (options: Parameters<typeof Visitor.open>[2], user?: string): Promise<void> => {
    visitor = await Visitor.open(browser, shop, { ...desktop, isReturning: true, isWarm: true, ...options });
    ({ page } = visitor);
    if (user !== undefined) await visitor.useSessionOf(await signInWithDiscord(shop, user));
  };
  const tabs = (): Locator => page.getByRole('tablist').getByRole('tab');

  describe('that load parts late', () => {
    /** Notes each frame in which the element is not drawn. */
    const watchBlanks = async (shown: Locator): Promise<() => Promise<number>> => {
      await shown.evaluate((element) => {
        let blanks = 0;
        const look = (): void => {
          if (!element.isConnected || !element.checkVisibility()) blanks += 1;
          Object.assign(globalThis, { blanks });
          requestAnimationFrame(look);
        };
        look();
      });
      return async () => page.evaluate(() => Number(Reflect.get(globalThis, 'blanks')));
    };

    it('shows one panel of the account at a time, and the page stays while a tab comes', async () => {
      await open({}, 'pax.operator');
      await page.goto('/account?tab=profile');
      const heading = page.getByRole('heading', { level: 1 });
      await page.getByText('Your details').first().waitFor();
      const blanks = await watchBlanks(heading);
      for (const tab of [...(await tabs().all()), ...(await tabs().all())]) {
        await tab.click();
        const panels = page.locator('[role=tabpanel]:visible');
        const own = await tab.getAttribute('id');
        await page.locator(`[role=tabpanel][aria-labelledby="${own}"]`).waitFor();
        // The panel that was left is hidden a frame later at the latest; it used to stay for good.
        await panels.nth(1).waitFor({ state: 'hidden' });
        expect(await panels.count()).toBe(1);
      }
      expect(await blanks()).toBe(0);
      visitor.assertNoErrors();
    });

    it.each([
      ['orders', /^Bestellung #\d+ öffnen/],
      ['users', / öffnen$/],
    ])('keeps the list of %s in the panel while a sheet comes', async (tab, opener) => {
      await open({}, 'pax.operator');
      await page.goto(`/admin?tab=${tab}`);
      const row = page.getByRole('button', { name: opener }).first();
      await row.waitFor();
      const blanks = await watchBlanks(row);
      await row.click({ position: { x: 8, y: 8 } });
      const sheet = page.getByRole('dialog');
      await sheet.waitFor();
      await sheet.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      expect(await blanks()).toBe(0);
      visitor.assertNoErrors();
    });

    it('keeps the frame of the panel while a tab comes', async () => {
      await open({}, 'pax.operator');
      await page.goto('/admin');
      const places = page.getByRole('navigation', { name: 'Bereiche' });
      const blanks = await watchBlanks(places);
      for (const place of await places.getByRole('link').all()) {
        await place.click();
        await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
      }
      expect(await blanks()).toBe(0);
      visitor.assertNoErrors();
    });

    it('keeps the market while another language comes', async () => {
      await open({});
      const market = new MarketPage(page);
      await market.openMarket();
      const blanks = await watchBlanks(page.getByRole('main').getByRole('heading').first());
      for (const language of ['Deutsch', 'English', 'Pax mix'] as const)
        await market.chooseLanguage(language);
      await page.getByRole('heading', { name: 'Trading market' }).waitFor();
      expect(await blanks()).toBe(0);
      visitor.assertNoErrors();
    });
  });

  describe("by addresses that are not the shop's", () => {
    it('says which is, with a link to the same page, in both languages (OWN-948)', async () => {
      for (const [language, words] of [
        ['en', 'This is not the address of the shop.'],
        ['de', 'Das ist nicht die Adresse des Shops.'],
      ] as const) {
        await open({ language });
        const other = shop.shopUrl.replace('127.0.0.1', 'localhost');
        await page.goto(`${other}/support?from=friend`);
        await page.getByRole('status').filter({ hasText: words }).waitFor();
        const link = page.getByRole('link', { name: shop.shopUrl });
        expect(await link.getAttribute('href')).toBe(`${shop.shopUrl}/support?from=friend`);
        await link.click();
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await page.getByText(words).count()).toBe(0);
        await visitor.close();
      }
    });

    it('shows the page of unknown addresses where one cannot be decoded', async () => {
      await open({ language: 'en' });
      for (const path of ['/%', '/support%zz']) {
        await page.goto(shop.shopUrl + path);
        await page.getByRole('heading', { name: /^404 / }).waitFor();
      }
    });

    it('has its icons and the picture of a shared link', async () => {
      await open({});
      await page.goto('/');
      const shared = await page.locator('meta[property="og:image"]').getAttribute('content');
      for (const [address, type] of [
        [`${shop.shopUrl}/og.png`, 'image/png'],
        [`${shop.shopUrl}/apple-touch-icon.png`, 'image/png'],
        [`${shop.shopUrl}/favicon.ico`, /^image\/(x-icon|vnd\.microsoft\.icon)/],
        [`${shop.shopUrl}/favicon.svg`, 'image/svg+xml'],
      ] as const) {
        const answer = await page.request.get(address);
        expect([address, answer.status()]).toEqual([address, 200]);
        expect(answer.headers()['content-type']).toMatch(type);
      }
      expect(shared).toBe(`${shop.shopUrl}/og.png`);
    });
  });

  describe('of other sights, sizes and clocks', () => {
    /** Opens the market, puts something into the cart and opens the checkout. */
    const toCheckout = async (): Promise<CheckoutPages> => {
      const market = new MarketPage(page);
      await market.openMarket();
      await market.showCategory('Items');
      await market.addToCart('Elytra');
      await market.openCart();
      await market.toCheckout();
      const checkout = new CheckoutPages(page);
      await checkout.dialog.waitFor();
      return checkout;
    };
    const look = async (part: Locator, property: 'backgroundColor' | 'color'): Promise<string> =>
      part.evaluate((element, name) => getComputedStyle(element)[name], property);

    it('shows edges, choices and fillings under forced colours (OWN-171)', async () => {
      await open({ forcedColors: 'active', language: 'en' }, 'pax.operator');
      const market = new MarketPage(page);
      await market.openMarket();
      await market.findProductCard('10M Coins').waitFor();
      const withoutEdge = async (): Promise<string[]> =>
        page
          .locator('button:visible')
          .evaluateAll((buttons) =>
            buttons
              .filter((button) => parseFloat(getComputedStyle(button).borderTopWidth) < 1)
              .map((button) => button.outerHTML.slice(0, 120)),
          );
      expect(await withoutEdge()).toEqual([]);
      const quick = page.getByRole('region', { name: 'Quick coins' });
      const chosen = quick.getByRole('button', { name: /^100M/ });
      const other = quick.getByRole('button', { name: /^50M/ });
      expect(await look(chosen, 'backgroundColor')).not.toBe(await look(other, 'backgroundColor'));
      const [first, second] = [page.getByRole('tab').nth(0), page.getByRole('tab').nth(1)];
      expect(await look(first, 'backgroundColor')).not.toBe(await look(second, 'backgroundColor'));
      const level = page.locator('[role=meter] [data-fill]').first();
      expect(await look(level, 'backgroundColor')).not.toBe(
        await look(level.locator('..'), 'backgroundColor'),
      );
      const lit = page.locator('[data-bar][data-lit]').first();
      await market.showCategory('Items');
      const unlit = page.locator('[data-bar]:not([data-lit]):not([data-fill])').first();
      await unlit.waitFor({ state: 'attached' });
      expect(await look(lit, 'backgroundColor')).not.toBe(await look(unlit, 'backgroundColor'));
      const checkout = await toCheckout();
      await checkout.chooseMethod('PayPal');
      const label = (name: 'Card' | 'PayPal'): Locator =>
        checkout.findMethodButton(name).locator('xpath=ancestor::label');
      expect(await look(label('PayPal'), 'backgroundColor')).not.toBe(
        await look(label('Card'), 'backgroundColor'),
      );
      for (const box of await checkout.dialog.locator('input[type=checkbox]').all())
        expect(await box.evaluate((element) => getComputedStyle(element).appearance)).toBe('auto');
      expect(await withoutEdge()).toEqual([]);
      await page.goto('/account');
      await page.getByRole('tab', { selected: true }).waitFor();
      expect(await withoutEdge()).toEqual([]);
    });

    /** The share of the window's height that neither a sticky part nor a fixed one covers, or that scrolls in a part. */
    const scrollingShare = async (): Promise<number> =>
      page.evaluate(() => {
        const dialog = document.querySelector('[role=dialog][data-state=open]');
        const all = [
          ...(dialog ? [dialog, ...dialog.querySelectorAll('*')] : document.querySelectorAll('main, main *')),
        ];
        const scrollers = all.filter(
          (part) =>
            ['auto', 'scroll'].includes(getComputedStyle(part).overflowY) &&
            part.scrollHeight > part.clientHeight + 1,
        );
        const inPart = Math.max(0, ...scrollers.map(({ clientHeight }) => clientHeight));
        if (dialog || location.pathname === '/admin') return inPart / innerHeight;
        const stuck = [...document.querySelectorAll('body *')].filter((part) => {
          const { position } = getComputedStyle(part);
          const { width, top, bottom } = part.getBoundingClientRect();
          const isAtEdge = top <= 1 || bottom >= innerHeight - 1;
          return ['sticky', 'fixed'].includes(position) && width > innerWidth / 2 && isAtEdge && bottom > 0;
        });
        return 1 - stuck.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0) / innerHeight;
      });

    it.each([
      [320, 256],
      [568, 320],
    ])('leaves half of %i × %i px to what scrolls (OWN-181)', async (width, height) => {
      await open({ ...phone, viewport: { width, height } }, 'pax.operator');
      const checkout = await toCheckout();
      expect(await scrollingShare()).toBeGreaterThanOrEqual(0.5);
      await checkout.dialog.getByRole('button', { name: 'Close' }).click();
      await checkout.dialog.waitFor({ state: 'hidden' });
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
      expect(await scrollingShare()).toBeGreaterThanOrEqual(0.5);
      await page.goto('/admin');
      await page.getByRole('list', { name: 'Aktive Bestellungen' }).waitFor();
      expect(await scrollingShare()).toBeGreaterThanOrEqual(0.5);
    });

    it('has no field on a phone at which it would zoom (OWN-181)', async () => {
      await open({ ...phone }, 'pax.operator');
      const small = async (): Promise<string[]> =>
        page.locator('input:visible, select:visible, textarea:visible').evaluateAll((fields) =>
          fields
            .filter(
              (field) => !['checkbox', 'radio', 'range', 'file'].includes(field.getAttribute('type') ?? ''),
            )
            .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML.slice(0, 120)),
        );
      await toCheckout();
      expect(await small()).toEqual([]);
      for (const address of ['/', '/login', '/support', '/account', '/account?tab=security']) {
        await page.goto(address);
        await page.getByRole('heading').first().waitFor();
        await page.waitForLoadState('networkidle');
        expect([address, await small()]).toEqual([address, []]);
      }
      for (const tab of ['products', 'orders', 'users', 'coins', 'tickets']) {
        await page.goto(`/admin?tab=${tab}`);
        await page.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        expect([tab, await small()]).toEqual([tab, []]);
      }
    });

    it.each([30, -30])(
      'tells the time by the server, with a clock %i minutes off (OWN-951)',
      async (minutes) => {
        // The clock would be the next visitor's, too.
        await open({ language: 'en', isWarm: false });
        const buyer = await newCustomer(shop);
        const { orders } = await buyByCard(buyer, [
          { id: (await productNamed(buyer, '10M Coins')).id, quantity: 1 },
        ]);
        await visitor.useSessionOf(buyer);
        await page.clock.install({ time: Date.now() + minutes * 60_000 });
        await page.goto('/account?tab=orders');
        const order = new OrdersPage(page).findOrder(orders[0] ?? 0);
        await order.waitFor();
        await order
          .getByText(/^Due |^Expected/)
          .first()
          .waitFor();
        expect(await order.getByText('Later than promised').count()).toBe(0);
      },
    );
  });
});
