import { pagePaths, type PagePath } from '@pax/contracts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Person } from '../support/person.js';
import type { WholeShop } from '../support/whole-shop.js';
import { Visitor, type Language, type Theme } from './visitor.js';

/** Nobody in particular, somebody who buys, somebody who runs the shop. */
export const coldViewers = ['visitor', 'customer', 'admin'] as const;
export type ColdViewer = (typeof coldViewers)[number];
export const languages = ['mix', 'en', 'de'] as const satisfies readonly Language[];

/** An unknown path, which the server answers with 404. */
const UNKNOWN_PATH = '/no/such/page';
export const coldAddresses = [...pagePaths, UNKNOWN_PATH] as const;
type Address = PagePath | typeof UNKNOWN_PATH;

/** A heading in English, also that of the mixture, and in German. */
type Heading = readonly [english: RegExp, german: RegExp];

const market: Heading = [/^Trading market$/, /^Handelsmarkt$/];
const signIn: Heading = [/^Sign in to the market$/, /^Melde dich an$/];
const headings: Readonly<Record<Address, Heading>> = {
  '/': market,
  '/payment-success': [/^Which order\?$/, /^Welche Bestellung\?$/],
  '/payment-cancelled': [/^Payment cancelled$/, /^Zahlung abgebrochen$/],
  '/login': signIn,
  '/account': [/^Hello, /, /^Hallo, /],
  '/admin': [/\w/, /\w/],
  '/privacy-policy': [/^Privacy Policy$/, /^Datenschutz$/],
  '/terms-of-service': [/^Terms of Service$/, /^Nutzungsbedingungen$/],
  '/refund-policy': [/^Refund Policy$/, /^Erstattungen$/],
  '/support': [/^Support Center$/, /^Hilfe$/],
  '/discord-test': [/^Discord test$/, /^Discord-Test$/],
  [UNKNOWN_PATH]: [/^404 /, /^404 /],
};
/** Viewers whom a page redirects or refuses, with the heading they see instead. */
const exceptions: Readonly<Partial<Record<Address, Readonly<Partial<Record<ColdViewer, Heading>>>>>> = {
  '/login': { customer: market, admin: market },
  '/account': { visitor: signIn },
  '/discord-test': {
    visitor: [/^Please sign in first$/, /^Bitte melde dich zuerst an$/],
    customer: [/^For staff only$/, /^Nur für das Team$/],
  },
};
/** The text of a page is longer than that of an empty frame. */
const MIN_WORDS = 12;

export interface ColdLoad {
  readonly address: Address;
  readonly language: Language;
  readonly viewer: ColdViewer;
  /** The session of who is no visitor. */
  readonly person?: Person;
  readonly theme?: Theme;
  readonly device: BrowserContextOptions;
}

/** Waits until the main part of a page has visible text. */
export const waitForContent = async (page: Page): Promise<void> => {
  await page.waitForFunction((least) => {
    const main = document.querySelector<HTMLElement>('main') ?? document.body;
    const { width, height } = main.getBoundingClientRect();
    return width > 200 && height > 200 && main.innerText.split(/\s+/).length >= least;
  }, MIN_WORDS);
};

/**
 * Opens an address in a new browser profile that has only language and theme; returns once heading and content are seen.
 * @returns a line per error: of scripts, failed calls, a wrong status, no content
 */
export async function openCold(browser: Browser, shop: WholeShop, load: ColdLoad): Promise<string[]> {
  const { address, language, viewer, person, theme, device } = load;
  const visitor = await Visitor.open(browser, shop, { ...device, language, ...(theme ? { theme } : {}) });
  try {
    if (person) await visitor.useSessionOf(person);
    const answer = await visitor.page.goto(address);
    const [english, german] = exceptions[address]?.[viewer] ?? headings[address];
    await visitor.page
      .getByRole('heading', { name: language === 'de' ? german : english })
      .first()
      .waitFor();
    await waitForContent(visitor.page);
    const status = answer?.status();
    const { errors } = visitor;
    if (status !== (address === UNKNOWN_PATH ? 404 : 200)) errors.push(`answered ${status}`);
    return errors.map((fault) => `${address} in ${language} for ${viewer}: ${fault}`);
  } catch (error) {
    return [`${address} in ${language} for ${viewer}: ${String(error)}`, ...visitor.errors];
  } finally {
    await visitor.close();
  }
}

/** So many pages are opened beside each other. */
const CONCURRENCY = 4;

/** Opens pages cold, some beside each other. @returns all that went wrong, as `openCold` */
export async function openAllCold(
  browser: Browser,
  shop: WholeShop,
  loads: readonly ColdLoad[],
): Promise<string[]> {
  const left = [...loads];
  const errors: string[] = [];
  const walk = async (): Promise<void> => {
    for (let load = left.shift(); load; load = left.shift())
      errors.push(...(await openCold(browser, shop, load)));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, walk));
  return errors;
}
