import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { hangRequests, holdBack } from './held-requests.js';
import { MarketPage } from './market-page.js';
import { Visitor } from './visitor.js';

/** Longer than any load may take before a late notice, ms. */
const LATE_MS = 20_000;
const START = /\/assets\/first-[^/]*\.js$/;
const ENTRY = /\/assets\/index-[^/]*\.js$/;
const STYLES = /\/assets\/index-[^/]*\.css$/;

jest.setTimeout(90_000);

describe('a shop that does not come, or not all of it', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('visitors'), sharedBrowser()]);
  }, 150_000);
  beforeEach(async () => {
    visitor = await Visitor.open(browser, shop, { ...phone, language: 'en' });
    ({ page } = visitor);
  });
  afterEach(async () => visitor.close());

  /** Waits until the shop rests and what comes next is fetched. */
  const fetchedAhead = async (): Promise<void> => {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/assets\/checkout-host-/.test(name)),
    );
    await page.waitForLoadState('networkidle');
  };

  describe('at its start (OWN-286)', () => {
    it.each([
      ['the entry', ENTRY],
      ['the styles', STYLES],
    ])('says so when %s cannot be fetched, and comes up when one tries again', async (_what, address) => {
      await page.route(address, async (route) => route.abort());
      await page.goto('/support');
      await page.waitForLoadState('networkidle');
      await page.getByRole('alert').getByText('The shop could not be loaded.').waitFor();
      await page.unroute(address);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Support Center' }).waitFor();
    });

    it('says that it is late when the start hangs, and comes up when one tries again', async () => {
      await page.clock.install();
      const letThrough = await hangRequests(page, START);
      await page.goto('/support', { waitUntil: 'commit' });
      await page.locator('#root').waitFor({ state: 'attached' });
      await page.clock.fastForward(LATE_MS);
      await page.getByRole('alert').getByText('takes longer than usual').waitFor();
      letThrough();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Support Center' }).waitFor();
    });

    it('comes up beside scripts, styles and pictures of others that fail', async () => {
      const foreign = [
        '<script defer src="https://metrics.example/tag.js"></script>',
        '<script type="module" crossorigin src="/cdn-cgi/beacon.js"></script>',
        '<link rel="stylesheet" href="https://styles.example/added.css" />',
        '<link rel="stylesheet" crossorigin href="/cdn-cgi/added.css" />',
      ];
      const picture = '<img src="/cdn-cgi/pixel.gif" alt="" />';
      await page.addInitScript(() => {
        const lost: string[] = [];
        addEventListener(
          'error',
          ({ target }) => target instanceof HTMLElement && lost.push(target.tagName),
          true,
        );
        Object.assign(globalThis, { lost });
      });
      await page.route('**/support', async (route) => {
        const answer = await route.fetch();
        const html = await answer.text();
        // Deferred scripts fail in their order: these stand before the shop's own.
        const body = html
          .replace('<head>', `<head>${foreign.join('')}`)
          .replace('</body>', `${picture}</body>`);
        await route.fulfill({ response: answer, body });
      });
      // The shop waits until all of them are lost.
      const letThrough = await holdBack(page, ENTRY);
      await page.goto('/support', { waitUntil: 'commit' });
      await page.waitForFunction(
        (all) => Reflect.get(globalThis, 'lost')?.length === all,
        foreign.length + 1,
      );
      letThrough();
      await page.getByRole('heading', { name: 'Support Center' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    it('comes up where the browser keeps nothing and says so by throwing', async () => {
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(globalThis, name, {
            get: () => {
              throw new DOMException('forbidden', 'SecurityError');
            },
          });
      });
      await page.goto('/');
      await page.getByRole('article').first().waitFor();
      await page.goto('/login');
      await page.getByRole('heading', { name: 'Sign in to the market' }).waitFor();
      expect(visitor.errors.filter((fault) => !fault.includes('forbidden'))).toEqual([]);
    });
  });

  describe('offline', () => {
    it('opens a product, adds it and shows cart and checkout, since all that was fetched while it rested', async () => {
      const market = new MarketPage(page);
      await market.openMarket();
      await market.findProductCard('25M Coins').waitFor();
      await fetchedAhead();
      await page.context().setOffline(true);
      await page.getByText('No connection').waitFor();
      const dialog = await market.openProduct('25M Coins');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await market.addToCart('25M Coins');
      await page.getByRole('status').filter({ hasText: 'Added to Cart!' }).waitFor();
      await market.openCart();
      await market.findCartLine('25M Coins').waitFor();
      await market.toCheckout();
      await page.getByRole('dialog', { name: /Checkout|Sign in/ }).waitFor();
    });

    it('says what cannot be opened, and opens it on retry when the connection is back (OWN-286)', async () => {
      // The connection is lost before anything is prefetched.
      const parts = /\/assets\/(product-dialog|cart-panel|dialog)-[^/]*\.js$/;
      await page.route(parts, async (route) => route.abort());
      const market = new MarketPage(page);
      await market.openMarket();
      await market.findProductCard('25M Coins').getByRole('heading').getByRole('button').click();
      const failed = page.getByRole('status').filter({ hasText: 'This could not be opened' });
      await failed.waitFor();
      await page.unroute(parts);
      await failed.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('dialog', { name: /^25M Coins/ }).waitFor();
    });
  });
});
