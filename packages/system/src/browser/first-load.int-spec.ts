import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { holdBack } from './held-requests.js';
import { waitUntilStable } from './wait-until-stable.js';
import { Visitor } from './visitor.js';

/** What a first visit may cost before anything is drawn, bytes of JavaScript as brotli. */
const MAX_BYTES = 170_000;
const FIRST = /\/assets\/first-[^/]*\.js$/;
const SITE = fileURLToPath(new URL('../../../../frontend/dist', import.meta.url));

jest.setTimeout(120_000);

/** The scripts that the page names, and what they import before they run. */
function firstScripts(): string[] {
  const page = readFileSync(`${SITE}/index.html`, 'utf8');
  const named = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  const found = new Set<string>();
  const follow = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const code = readFileSync(`${SITE}${path}`, 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:\bimport|\bfrom)\s*["']\.\/([^"']+\.js)["']/g))
      follow(`/assets/${name}`);
  };
  for (const path of named) follow(path);
  return [...found];
}

describe('a first visit', () => {
  let shop: WholeShop;
  let browser: Browser;
  beforeAll(async () => {
    shop = await sharedShop('visitors');
    browser = await sharedBrowser();
  });

  it('loads no more than 170 kB of JavaScript, packed (OWN-282)', () => {
    // Some small files stay unpacked.
    const packed = (path: string): string => (existsSync(`${path}.br`) ? `${path}.br` : path);
    const sizes = firstScripts().map((path) => ({ path, bytes: statSync(packed(`${SITE}${path}`)).size }));
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeGreaterThan(50_000);
    expect({ sizes, isSmallEnough: total <= MAX_BYTES }).toEqual({ sizes, isSmallEnough: true });
  });

  it('carries no code of the panel (OWN-282)', () => {
    const isOfPanel = (path: string): boolean =>
      /\/api\/admin\/(?:orders|check-auth)/.test(readFileSync(path, 'utf8'));
    const scripts = readdirSync(`${SITE}/assets`).filter((name) => name.endsWith('.js'));
    expect(scripts.some((name) => isOfPanel(`${SITE}/assets/${name}`))).toBe(true);
    expect(firstScripts().filter((path) => isOfPanel(`${SITE}${path}`))).toEqual([]);
  });

  it('carries no tooltips, and of libraries no component that no page uses (OWN-282)', () => {
    const unused = /role:.tooltip|x-www-form-urlencoded|search-decoration/;
    const carries = firstScripts().filter((path) => unused.test(readFileSync(`${SITE}${path}`, 'utf8')));
    expect(carries).toEqual([]);
  });

  it('carries no code for passkeys; one file has it (OWN-282)', () => {
    const usesPasskeys = (path: string): boolean =>
      readFileSync(path, 'utf8').includes('navigator.credentials.create');
    const scripts = readdirSync(`${SITE}/assets`).filter((name) => name.endsWith('.js'));
    expect(scripts.filter((name) => usesPasskeys(`${SITE}/assets/${name}`))).toHaveLength(1);
    expect(firstScripts().filter((path) => usesPasskeys(`${SITE}${path}`))).toEqual([]);
  });

  it('on a phone loads nothing of the loyalty widget until the window shows it (OWN-282)', async () => {
    const visitor = await Visitor.open(browser, shop, { viewport: phone.viewport });
    const { page } = visitor;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const ofWidget = (): string[] => loaded.filter((url) => /loyalty-(?:button|popover)-/.test(url));
    // Of what is fetched ahead the checkout is the last on a phone.
    const last = page.waitForRequest(/\/assets\/checkout-host-[^/]*\.js$/);
    await page.goto('/support');
    await last;
    expect(ofWidget()).toEqual([]);
    const popover = page.waitForRequest(/\/assets\/loyalty-popover-[^/]*\.js$/);
    await page.setViewportSize({ width: 1024, height: 844 });
    await page.getByRole('button', { name: 'Loyalty: earn points' }).waitFor();
    await popover;
    await visitor.closeWithoutErrors();
  });

  it('is answered packed as the browser can read it, with the same content either way', async () => {
    const largest = firstScripts()
      .map((path) => ({ path, plain: readFileSync(`${SITE}${path}`) }))
      .reduce((one, other) => (one.plain.length > other.plain.length ? one : other));
    const { path, plain } = largest;
    expect(brotliDecompressSync(readFileSync(`${SITE}${path}.br`)).equals(plain)).toBe(true);
    expect(gunzipSync(readFileSync(`${SITE}${path}.gz`)).equals(plain)).toBe(true);
    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['identity', null],
    ] as const) {
      const answer = await fetch(`${shop.shopUrl}${path}`, { headers: { 'accept-encoding': accepted } });
      expect({ accepted, encoding: answer.headers.get('content-encoding') }).toEqual({ accepted, encoding });
      expect(answer.headers.get('content-type')).toContain('javascript');
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(Buffer.from(await answer.arrayBuffer()).equals(plain)).toBe(true);
    }
  });

  it("shows the first view before any of the shop's scripts ran, and the shop takes it over as it stands", async () => {
    const visitor = await Visitor.open(browser, shop);
    const release = await holdBack(visitor.page, FIRST);
    const heading = visitor.page.getByText('Trading market', { exact: true });
    await visitor.page.goto('/', { waitUntil: 'commit' });
    await heading.waitFor();
    // The shop's own letters may come after the first view, and are a little wider than those that stand in for them.
    await waitUntilStable(visitor.page);
    const before = await heading.boundingBox();
    const drawn = await visitor.page.evaluateHandle(() => document.querySelector('#shell h1'));
    expect(await visitor.page.locator('#shell[aria-hidden] article').count()).toBe(0);
    release();
    await visitor.page.locator('article').first().waitFor();
    expect(await visitor.page.locator('#shell[aria-hidden]').count()).toBe(0);
    // Not drawn again: the very heading that stood there is the app's.
    expect(await drawn.evaluate((one) => one === document.querySelector('h1'))).toBe(true);
    expect(await heading.boundingBox()).toEqual(before);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('keeps what was typed into the search before any of the scripts ran', async () => {
    const visitor = await Visitor.open(browser, shop);
    const release = await holdBack(visitor.page, FIRST);
    await visitor.page.goto('/', { waitUntil: 'commit' });
    await visitor.page.locator('#shell input[type=search]').pressSequentially('25');
    release();
    await visitor.page.getByRole('heading', { level: 3, name: '25M Coins' }).waitFor();
    await visitor.page.keyboard.type('0');
    await visitor.page
      .getByRole('heading', { level: 3, name: '25M Coins', exact: true })
      .waitFor({ state: 'detached' });
    await visitor.page.getByRole('heading', { level: 3, name: '250M Coins' }).waitFor();
    expect(await visitor.page.getByRole('searchbox').inputValue()).toBe('250');
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('shows an error when scripts do not arrive, and loads on retry', async () => {
    const visitor = await Visitor.open(browser, shop);
    const { page } = visitor;
    await page.route(FIRST, async (route) => route.abort());
    await page.goto('/');
    await page.getByRole('alert').getByText('The shop could not be loaded.').waitFor();
    await page.unroute(FIRST);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('article').first().waitFor();
    await visitor.close();
  });

  it('fails at nothing: a visitor is not asked who it is, nothing tries what the policy refuses (OWN-32)', async () => {
    const visitor = await Visitor.open(browser, shop);
    await visitor.page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
        reportError(new Error(`refused by ${violatedDirective}: ${sourceFile}`)),
      );
    });
    const refused: string[] = [];
    visitor.page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    const socket = visitor.page.waitForEvent('websocket');
    const lastAhead = visitor.page.waitForRequest(/\/assets\/checkout-host-[^/]*\.js$/);
    await visitor.page.goto('/');
    // Opened once the first view is drawn, after everything that a visit asks for.
    await socket;
    await lastAhead;
    expect(refused).toEqual([]);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
