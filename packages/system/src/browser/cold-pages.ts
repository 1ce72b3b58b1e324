import { pagePaths } from '@pax/contracts';
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
type ColdAddress = (typeof coldAddresses)[number];

/** A heading in English, also that of the mixture, and in German. */
type Heading = readonly [english: RegExp, german: RegExp];
/** Of the panel, whose mixture is German. */
const ofPanel = (english: string, german: string): Heading => [
  new RegExp(`^(?:${english}|${german})$`),
  new RegExp(`^${german}$`),
];

/** The panel's tabs as an admin sees them. */
const tabs = {
  '/admin?tab=products': ofPanel('Products', 'Produkte'),
  '/admin?tab=orders': ofPanel('Orders', 'Bestellungen'),
  '/admin?tab=archived': ofPanel('Archived', 'Archiviert'),
  '/admin?tab=users': ofPanel('Users', 'Benutzer'),
  '/admin?tab=coins': ofPanel('Coin pool', 'Coin-Pool'),
  '/admin?tab=tickets': ofPanel('Support tickets', 'Support-Tickets'),
  '/admin?tab=rights': ofPanel('Rights', 'Rechte'),
} as const satisfies Readonly<Record<string, Heading>>;
type TabAddress = keyof typeof tabs;
const isTab = (address: string): address is TabAddress => address in tabs;
export const tabAddresses: readonly TabAddress[] = Object.keys(tabs).filter((address) => isTab(address));
export type Address = ColdAddress | TabAddress;
/** What the panel opens without the name of a tab. */
const HOME_TAB: TabAddress = '/admin?tab=orders';

const market: Heading = [/^Trading market$/, /^Handelsmarkt$/];
const signIn: Heading = [/^Sign in to the market$/, /^Melde dich an$/];
const headings: Readonly<Record<Address, Heading>> = {
  ...tabs,
  '/': market,
  '/payment-success': [/^Which order\?$/, /^Welche Bestellung\?$/],
  '/payment-cancelled': [/^Payment cancelled$/, /^Zahlung abgebrochen$/],
  '/receipt': [/^Receipt$/, /^Beleg$/],
  '/pay': [/^This link leads nowhere$/, /^Dieser Link führt nirgendwohin$/],
  '/login': signIn,
  '/account': [/^Hello, /, /^Hallo, /],
  '/admin': ofPanel('Orders', 'Bestellungen'),
  '/privacy-policy': [/^Privacy Policy$/, /^Datenschutz$/],
  '/terms-of-service': [/^Terms of Service$/, /^Nutzungsbedingungen$/],
  '/refund-policy': [/^Refund Policy$/, /^Erstattungen$/],
  '/imprint': [/^Imprint$/, /^Impressum$/],
  '/support': [/^Support Center$/, /^Hilfe$/],
  '/support-ticket': [/^Your ticket$/, /^Dein Ticket$/],
  '/discord-test': ofPanel('Discord test', 'Discord-Test'),
  [UNKNOWN_PATH]: [/^404 /, /^404 /],
};
/** Viewers whom a page redirects or refuses, with the heading they see instead. */
const exceptions: Readonly<Partial<Record<Address, Readonly<Partial<Record<ColdViewer, Heading>>>>>> = {
  '/login': { customer: market, admin: market },
  '/account': { visitor: signIn },
  '/admin': {
    visitor: ofPanel('Admin area', 'Admin-Bereich'),
    customer: ofPanel('Access denied', 'Zugriff verweigert'),
  },
  '/discord-test': {
    visitor: ofPanel('Please sign in first', 'Bitte melde dich zuerst an'),
    customer: ofPanel('For admins only', 'Nur für Admins'),
  },
};
/** Whether a viewer sees the page of an address itself, not another one to which it leads, nor a refusal. */
export const isSeenBy = (viewer: ColdViewer, address: Address): boolean =>
  exceptions[address]?.[viewer] === undefined;

/**
 * Addresses that a viewer opens in a language: the market in each; the others are opened in each language and by each
 * viewer, while not by each in each. All combinations, in both themes, are opened by `npm run screens`.
 */
export function coldAddressesOf(language: Language, viewer: ColdViewer): ColdAddress[] {
  const turn = languages.indexOf(language) + coldViewers.indexOf(viewer);
  return coldAddresses.filter(
    (address, place) => address === '/' || (place + turn) % coldViewers.length === 0,
  );
}

/** Address of a profile's page before its first load. */
const NOTHING_YET = 'about:blank';
/** The text of a page is longer than that of an empty frame. */
const MIN_WORDS = 12;

/** Whose browser it is, and how it is set. */
export interface ColdProfile {
  readonly language: Language;
  readonly viewer: ColdViewer;
  /** The session of who is no visitor. */
  readonly person?: Person;
  readonly theme?: Theme;
  readonly device: BrowserContextOptions;
}
export interface ColdLoad extends ColdProfile {
  readonly address: Address;
}

/** Waits until the main part of a page has visible text. */
export const waitForContent = async (page: Page): Promise<void> => {
  await page.waitForFunction((least) => {
    const main = document.querySelector<HTMLElement>('main') ?? document.body;
    const { width, height } = main.getBoundingClientRect();
    return width > 200 && height > 200 && main.innerText.split(/\s+/).length >= least;
  }, MIN_WORDS);
};

const waitForHeading = async (page: Page, language: Language, [english, german]: Heading): Promise<void> =>
  await page
    .getByRole('heading', { name: language === 'de' ? german : english })
    .first()
    .waitFor();

/**
 * Opens an address and returns once heading and content are seen.
 * @returns a line per error: of scripts, failed calls, a wrong status, no content
 */
async function openAddress(
  visitor: Visitor,
  { language, viewer, person }: ColdProfile,
  address: Address,
): Promise<string[]> {
  const { page, errors } = visitor;
  try {
    if (page.url() !== NOTHING_YET) {
      await visitor.clearState();
      await visitor.clearCache();
    }
    if (person) await visitor.useSessionOf(person);
    const answer = await page.goto(address);
    await waitForHeading(page, language, exceptions[address]?.[viewer] ?? headings[address]);
    await waitForContent(page);
    const status = answer?.status();
    if (status !== (address === UNKNOWN_PATH ? 404 : 200)) errors.push(`answered ${status}`);
  } catch (error) {
    errors.push(String(error));
  }
  return errors.splice(0).map((fault) => `${address} in ${language} for ${viewer}: ${fault}`);
}

/**
 * Opens addresses one after another in a new browser profile that has only language and theme; cookies, storage and
 * loaded files are emptied in between. @returns what went wrong, a line each
 */
export async function openInProfile(
  browser: Browser,
  shop: WholeShop,
  profile: ColdProfile,
  addresses: readonly Address[],
): Promise<string[]> {
  const { device, language, theme } = profile;
  const visitor = await Visitor.open(browser, shop, { ...device, language, ...(theme ? { theme } : {}) });
  try {
    const errors: string[] = [];
    for (const address of addresses) errors.push(...(await openAddress(visitor, profile, address)));
    return errors;
  } finally {
    await visitor.close();
  }
}

/** Opens one tab of the panel by its address and the others by a click. @returns what went wrong, a line each */
export async function walkTabs(
  browser: Browser,
  shop: WholeShop,
  profile: ColdProfile,
  first: TabAddress,
): Promise<string[]> {
  const visitor = await Visitor.open(browser, shop, { ...profile.device, language: profile.language });
  try {
    const errors = await openAddress(visitor, profile, first);
    for (const address of tabAddresses.filter((tab) => tab !== first)) {
      const href = address === HOME_TAB ? '/admin' : address;
      await visitor.page.locator(`nav a[href="${href}"]`).click();
      await waitForHeading(visitor.page, profile.language, tabs[address]);
      await waitForContent(visitor.page);
    }
    return [...errors, ...visitor.errors];
  } finally {
    await visitor.close();
  }
}

/** So many pages are opened beside each other. */
export const CONCURRENCY = 5;

/** Opens each page in a new profile, some beside each other. @returns all that went wrong, as `openInProfile` */
export async function openAllCold(
  browser: Browser,
  shop: WholeShop,
  loads: readonly ColdLoad[],
): Promise<string[]> {
  const left = [...loads];
  const errors: string[] = [];
  const walk = async (): Promise<void> => {
    for (let load = left.shift(); load; load = left.shift())
      errors.push(...(await openInProfile(browser, shop, load, [load.address])));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, walk));
  return errors;
}
