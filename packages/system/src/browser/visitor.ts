import { findPage } from '@pax/contracts';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import type { Person } from '../support/person.js';
import type { WholeShop } from '../support/whole-shop.js';

/** Options of the theme switch in the header. */
export type Theme = 'dark' | 'light' | 'system';

/** Options of the language switch in the footer. */
export type Language = 'mix' | 'en' | 'de';

/** Time limit of waiting for a page, ms. */
const TIMEOUT_MS = 30_000;
/** Calls that may fail: checks of the session before signing in. */
const EXPECTED_FAILURES = /\/api\/(auth\/me|admin\/check-auth)$|\/favicon\.ico$/;

export interface VisitorOptions extends BrowserContextOptions {
  readonly theme?: Theme;
  readonly language?: Language;
  readonly isReturning?: boolean;
  /** True to reuse the HTTP cache of an earlier visitor with the same options, which halves the first load. */
  readonly isWarm?: boolean;
}

/** Browser contexts of closed visitors that can be used again, by options. */
const warmContexts = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/** A visitor: a browser context that collects the errors of its pages. */
export class Visitor {
  /** Script errors, blocked content and failed calls, a line each. */
  readonly errors: string[] = [];
  private isClosed = false;

  private constructor(
    readonly shop: WholeShop,
    private readonly context: BrowserContext,
    readonly page: Page,
    /** Keeps the emptied browser context for the next visitor; undefined when the context is to be closed. */
    private readonly keep?: () => void,
  ) {}

  static async open(browser: Browser, shop: WholeShop, options: VisitorOptions = {}): Promise<Visitor> {
    const { isWarm = false, ...contextOptions } = options;
    if (!isWarm) return await Visitor.fromContext(await newContext(browser, shop, contextOptions), shop);
    const byOptions = warmContexts.get(browser) ?? new Map<string, BrowserContext[]>();
    warmContexts.set(browser, byOptions);
    const key = JSON.stringify([shop.shopUrl, contextOptions]);
    const idleContexts = byOptions.get(key) ?? [];
    byOptions.set(key, idleContexts);
    const context = idleContexts.pop() ?? (await newContext(browser, shop, contextOptions));
    return await Visitor.fromContext(context, shop, () => idleContexts.push(context));
  }

  private static async fromContext(
    context: BrowserContext,
    shop: WholeShop,
    keep?: () => void,
  ): Promise<Visitor> {
    const visitor = new Visitor(shop, context, await context.newPage(), keep);
    visitor.collectErrors(visitor.page);
    return visitor;
  }

  /** Opens another tab in the same browser context. */
  async newTab(address: string): Promise<Page> {
    const page = await this.context.newPage();
    this.collectErrors(page);
    await page.goto(address);
    return page;
  }

  /** Uses the session of a person who was signed in over HTTP. */
  async useSessionOf(person: Person): Promise<void> {
    const cookies = person.cookieHeader.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      // Scripts may read only the cookie that hints that a person is signed in.
      const httpOnly = name !== 'pax_signed_in';
      return { name, value: pair.slice(at + 1), url: this.shop.shopUrl, httpOnly };
    });
    await this.context.addCookies(cookies);
  }

  /** Leaves the page, and clears cookies and storage; only the HTTP cache is kept. */
  async clearState(): Promise<void> {
    const others = this.context.pages().filter((page) => page !== this.page);
    await Promise.all(others.map(async (page) => page.close()));
    await this.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    // Calls of the page are aborted first, since they would be refused without cookies.
    await this.page.goto('about:blank');
    await this.context.clearCookies();
  }

  /** Clears the HTTP cache, so that the next page loads as slowly as the first. */
  async clearCache(): Promise<void> {
    const devTools = await this.context.newCDPSession(this.page);
    await devTools.send('Network.clearBrowserCache');
    await devTools.detach();
  }

  /** Checks that the pages had no errors. @throws Error with all errors of the pages since the last call */
  assertNoErrors(): void {
    const errors = this.errors.splice(0);
    if (errors.length > 0) throw new Error(errors.join('\n'));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.keep === undefined) return await this.context.close();
    await this.emptyContext();
    this.keep();
  }

  /**
   * Closes the browser context; interrupted calls do not count as errors.
   * @throws Error with all errors of the pages
   */
  async closeWithoutErrors(): Promise<void> {
    try {
      this.assertNoErrors();
    } finally {
      await this.close();
    }
  }

  /** Closes the pages, and clears cookies and storage; only the HTTP cache is kept. */
  private async emptyContext(): Promise<void> {
    const last = await this.context.newPage();
    const pages = this.context.pages().filter((page) => page !== last);
    await Promise.all(pages.map(async (page) => page.close()));
    await this.context.clearCookies();
    const devTools = await this.context.newCDPSession(last);
    const { origin } = new URL(this.shop.shopUrl);
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
    await last.close();
  }

  private collectErrors(page: Page): void {
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // Failed calls are skipped, since their status is reported below.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.errors.push(`${page.url()}: ${message.text()}`);
    });
    page.on('response', (response) => {
      const url = response.url().replace(/\?.*$/, '');
      if (response.status() >= 400 && !EXPECTED_FAILURES.test(url) && !isUnknownPage(response))
        this.errors.push(`${url} answered ${response.status()}`);
    });
  }
}

async function newContext(
  browser: Browser,
  shop: WholeShop,
  { theme, language, isReturning = false, ...options }: Omit<VisitorOptions, 'isWarm'>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: shop.shopUrl,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // The shop's worker would answer for the network that specs cut, and fetch while they count.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (theme !== undefined) await presetStorage(context, 'pax-theme', { theme });
  if (language !== undefined) await presetStorage(context, 'pax-language', { language });
  if (isReturning) await presetStorage(context, 'pax-intro', {});
  return context;
}

/** True when a response is the 404 page of an unknown address. */
function isUnknownPage(response: Response): boolean {
  const isKnown = findPage(new URL(response.url()).pathname) !== undefined;
  return response.status() === 404 && response.request().isNavigationRequest() && !isKnown;
}

/** Stores a choice as the switches of the shop do, before the first page opens. */
async function presetStorage(context: BrowserContext, key: string, state: object): Promise<void> {
  await context.addInitScript(
    ([name, text]) => {
      // Blank pages have no storage; pages of the stand-ins do not read it.
      if (location.protocol !== 'about:') localStorage.setItem(name, text);
    },
    [key, JSON.stringify({ state, version: 0 })] as const,
  );
}
