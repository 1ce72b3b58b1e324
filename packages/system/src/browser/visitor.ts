import { findPage } from '@pax/contracts';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import type { Person } from '../support/person.js';
import type { WholeShop } from '../support/whole-shop.js';

/** What the switch in the header offers. */
export type Theme = 'dark' | 'light' | 'system';

/** What the switch in the footer offers. */
export type Language = 'mix' | 'en' | 'de';

/** How long a page may take for anything a person waits for, ms. */
const TIMEOUT_MS = 30_000;
/** Expected failures: who am I, before signing in. */
const EXPECTED = /\/api\/(auth\/me|admin\/check-auth)$|\/favicon\.ico$/;

export interface VisitorOptions extends BrowserContextOptions {
  readonly theme?: Theme;
  readonly language?: Language;
  readonly isReturning?: boolean;
  /** Takes over the files that a visitor with the same options has loaded: half of the time of a first load. */
  readonly isWarm?: boolean;
}

/** Contexts of warm visitors that left, by their options. */
const warmContexts = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/** A browser context of its own that collects the errors of its pages. */
export class Visitor {
  /** Errors of scripts, refused contents and failed calls, as lines. */
  readonly errors: string[] = [];
  private isClosed = false;

  private constructor(
    readonly shop: WholeShop,
    private readonly context: BrowserContext,
    readonly page: Page,
    /** Keeps the emptied context for the next visitor; none closes it. */
    private readonly keep?: () => void,
  ) {}

  static async open(browser: Browser, shop: WholeShop, options: VisitorOptions = {}): Promise<Visitor> {
    const { isWarm = false, ...own } = options;
    if (!isWarm) return await Visitor.in(await newContext(browser, shop, own), shop);
    const byOptions = warmContexts.get(browser) ?? new Map<string, BrowserContext[]>();
    warmContexts.set(browser, byOptions);
    const key = JSON.stringify([shop.shopUrl, own]);
    const left = byOptions.get(key) ?? [];
    byOptions.set(key, left);
    const context = left.pop() ?? (await newContext(browser, shop, own));
    return await Visitor.in(context, shop, () => left.push(context));
  }

  private static async in(context: BrowserContext, shop: WholeShop, keep?: () => void): Promise<Visitor> {
    const visitor = new Visitor(shop, context, await context.newPage(), keep);
    visitor.watch(visitor.page);
    return visitor;
  }

  /** Another tab of the same browser. */
  async newTab(address: string): Promise<Page> {
    const page = await this.context.newPage();
    this.watch(page);
    await page.goto(address);
    return page;
  }

  /** Uses the session of a person who signed in over HTTP. */
  async useSessionOf(person: Person): Promise<void> {
    const cookies = person.cookieHeader.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      // Scripts read the hint that somebody signed in, nothing else.
      const httpOnly = name !== 'pax_signed_in';
      return { name, value: pair.slice(at + 1), url: this.shop.shopUrl, httpOnly };
    });
    await this.context.addCookies(cookies);
  }

  /** Leaves the page and clears cookies and storage; only the HTTP cache stays. */
  async clearState(): Promise<void> {
    const others = this.context.pages().filter((page) => page !== this.page);
    await Promise.all(others.map(async (page) => page.close()));
    await this.page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    // Ends the page's calls, which would be refused without cookies.
    await this.page.goto('about:blank');
    await this.context.clearCookies();
  }

  /** Forgets the files that were loaded: the next page is as cold as the first. */
  async clearCache(): Promise<void> {
    const devTools = await this.context.newCDPSession(this.page);
    await devTools.send('Network.clearBrowserCache');
    await devTools.detach();
  }

  /** @throws Error with all errors of the pages since the last call */
  assertNoErrors(): void {
    const errors = this.errors.splice(0);
    if (errors.length > 0) throw new Error(errors.join('\n'));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.keep === undefined) return await this.context.close();
    await this.forgetAll();
    this.keep();
  }

  /** Closes the browser; what its end interrupts is no error. @throws Error with all errors of the pages */
  async closeWithoutErrors(): Promise<void> {
    try {
      this.assertNoErrors();
    } finally {
      await this.close();
    }
  }

  /** Closes the pages and empties cookies and storage; only loaded files stay. */
  private async forgetAll(): Promise<void> {
    const last = await this.context.newPage();
    const pages = this.context.pages().filter((page) => page !== last);
    await Promise.all(pages.map(async (page) => page.close()));
    await this.context.clearCookies();
    const devTools = await this.context.newCDPSession(last);
    const { origin } = new URL(this.shop.shopUrl);
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
    await last.close();
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // Failed calls are reported below, with their status.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.errors.push(`${page.url()}: ${message.text()}`);
    });
    page.on('response', (response) => {
      const url = response.url().replace(/\?.*$/, '');
      if (response.status() >= 400 && !EXPECTED.test(url) && !isUnknownPage(response))
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
    ...options,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (theme !== undefined) await presetStorage(context, 'pax-theme', { theme });
  if (language !== undefined) await presetStorage(context, 'pax-language', { language });
  if (isReturning) await presetStorage(context, 'pax-intro', {});
  return context;
}

/** An address without a page answers 404 with its own page. */
function isUnknownPage(response: Response): boolean {
  const isKnown = findPage(new URL(response.url()).pathname) !== undefined;
  return response.status() === 404 && response.request().isNavigationRequest() && !isKnown;
}

/** Chooses as the switches of the shop do, before the first page opens. */
async function presetStorage(context: BrowserContext, key: string, state: object): Promise<void> {
  await context.addInitScript(
    ([name, text]) => {
      // A blank page has no storage; on pages of the stand-ins nobody reads it.
      if (location.protocol !== 'about:') localStorage.setItem(name, text);
    },
    [key, JSON.stringify({ state, version: 0 })] as const,
  );
}
