import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newCustomer } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { hangRequests } from './held-requests.js';
import { MarketPage } from './market-page.js';
import { Visitor } from './visitor.js';

/** Longer than any load may take before a late notice, ms. */
const LATE_MS = 20_000;
/** From here on a wait is called slow; shorter than what gives it up, ms. */
const SLOW_MS = 10_000;
const START = /\/assets\/first-[^/]*\.js$/;
const ENTRY = /\/assets\/index-[^/]*\.js$/;

jest.setTimeout(90_000);

describe('parts of a shop that do not come', () => {
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

  it('says so when the start cannot be fetched, and comes up when one tries again (OWN-286)', async () => {
    await page.route(START, async (route) => route.abort());
    await page.goto('/support');
    await page.waitForLoadState('networkidle');
    await page.getByRole('alert').getByText('The shop could not be loaded.').waitFor();
    await page.unroute(START);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Support Center' }).waitFor();
  });

  it('says that it is late when the entry hangs, and comes up when one tries again (OWN-286)', async () => {
    await page.clock.install();
    const letThrough = await hangRequests(page, ENTRY);
    await page.goto('/support', { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    await page.clock.fastForward(LATE_MS);
    await page.getByRole('alert').getByText('takes longer than usual').waitFor();
    letThrough();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Support Center' }).waitFor();
  });

  it('shows the words of the mixture when those of the language hang, and says so (OWN-302)', async () => {
    await hangRequests(page, /\/assets\/(common|shop)-[^/]*\.js$/);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Trading market' }).waitFor();
    await page.getByRole('status').getByText('Some words are missing').waitFor();
    await page.getByRole('button', { name: 'Load the page again' }).waitFor();
  });

  it('says so when the code of a page hangs, gives it up in time, and loads the page again (OWN-302)', async () => {
    await page.clock.install();
    const letThrough = await hangRequests(page, /\/assets\/support-page-[^/]*\.js$/);
    const words = ['support', 'help'].map(async (area) =>
      page.waitForResponse((answer) => new RegExp(`/assets/${area}-(?!page)[^/]*\\.js$`).test(answer.url())),
    );
    await page.goto('/support', { waitUntil: 'commit' });
    await page.getByRole('contentinfo').waitFor();
    // The words have less time than the code; they are there before the clock goes on.
    for (const word of await Promise.all(words))
      await page.evaluate(async (address) => void (await import(address)), word.url());
    const main = page.getByRole('main');
    await page.clock.runFor(SLOW_MS);
    await main.getByText('This takes longer than usual.').waitFor();
    await page.clock.runFor(LATE_MS - SLOW_MS);
    await main.getByRole('alert').getByText('Something fell over').waitFor();
    letThrough();
    await main.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { name: 'Support Center' }).waitFor();
  });

  it('says so when nobody knows who is signed in, and asks again (OWN-302)', async () => {
    await visitor.useSessionOf(await newCustomer(shop));
    await page.route('**/api/auth/me', async (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/account');
    // Each part of the page that needs it asks once more when it comes.
    await page.waitForLoadState('networkidle');
    await page.getByText('We could not find out whether you are signed in.').waitFor();
    await page.unroute('**/api/auth/me');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: /^Hello, / }).waitFor();
  });

  it('says so of what opens from the header as well, which keeps its button (OWN-286)', async () => {
    const parts = /\/assets\/loyalty-popover-[^/]*\.js$/;
    await page.route(parts, async (route) => route.abort());
    await visitor.useSessionOf(await newCustomer(shop));
    await page.goto('/');
    const button = page.getByRole('banner').getByRole('button', { name: /Bronze/ });
    await button.click();
    const failed = page.getByRole('status').filter({ hasText: 'This could not be opened' });
    await failed.waitFor();
    await page.unroute(parts);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('dialog').first().waitFor();
    await button.waitFor();
  });

  it('says on a page that it cannot be shown, with a scene that needs no file, and shows it then (OWN-286)', async () => {
    const market = new MarketPage(page);
    await market.openMarket();
    await page.context().setOffline(true);
    const asked: string[] = [];
    page.on('requestfailed', (request) => asked.push(request.url()));
    await page.getByRole('contentinfo').getByRole('link', { name: 'Support' }).click();
    const failure = page.getByRole('main').getByRole('alert');
    await failure.getByText('Something fell over').waitFor();
    expect(await failure.locator('svg').count()).toBeGreaterThan(0);
    expect(asked.filter((address) => address.includes('/art/scene-'))).toEqual([]);
    await page.context().setOffline(false);
    await failure.getByRole('button', { name: /Try again|Load the page again/ }).click();
    await page.getByRole('heading', { name: 'Support Center' }).waitFor();
  });
});
