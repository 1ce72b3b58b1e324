import { pagePaths } from '@pax/contracts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Person } from '../support/person.js';
import { returningCustomer, signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phone } from './appearances.js';
import { Visitor, type Language, type Theme } from './visitor.js';

/** Kinds of viewers: a visitor without an account, a customer, an admin. */
export const coldViewers = ['visitor', 'customer', 'admin'] as const;
export type ColdViewer = (typeof coldViewers)[number];
/** Languages to test; the mixed language comes first, since most other specs use it. */
export const languages = ['mix', 'en', 'de'] as const satisfies readonly Language[];

/** A path that does not exist, which the server answers with 404. */
const UNKNOWN_PATH = '/no/such/page';
export const coldAddresses = [...pagePaths, UNKNOWN_PATH] as const;
type ColdAddress = (typeof coldAddresses)[number];

/** A page's heading in English, which the mixed language also uses, and in German. */
type Heading = readonly [english: RegExp, german: RegExp];
/** A heading of the panel, which is German in the mixed language. */
const panelHeading = (english: string, german: string): Heading => [
  new RegExp(`^(?:${english}|${german})$`),
  new RegExp(`^${german}$`),
];

/** Headings of the panel's tabs for an admin. */
const tabs = {
  '/admin?tab=products': panelHeading('Products', 'Produkte'),
  '/admin?tab=orders': panelHeading('Orders', 'Bestellungen'),
  '/admin?tab=archived': panelHeading('Archived', 'Archiviert'),
  '/admin?tab=users': panelHeading('Users', 'Benutzer'),
  '/admin?tab=coins': panelHeading('Coin pool', 'Coin-Pool'),
  '/admin?tab=tickets': panelHeading('Support tickets', 'Support-Tickets'),
  '/admin?tab=rights': panelHeading('Rights', 'Rechte'),
} as const satisfies Readonly<Record<string, Heading>>;
type TabAddress = keyof typeof tabs;
const isTab = (address: string): address is TabAddress => address in tabs;
export const tabAddresses: readonly TabAddress[] = Object.keys(tabs).filter((address) => isTab(address));
export type Address = ColdAddress | TabAddress;
/** Tab of the panel that opens when the address names none. */
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
  '/r': market,
  '/login': signIn,
  '/account': [/^Hello, /, /^Hallo, /],
  '/admin': panelHeading('Orders', 'Bestellungen'),
  '/privacy-policy': [/^Privacy Policy$/, /^Datenschutz$/],
  '/terms-of-service': [/^Terms of Service$/, /^Nutzungsbedingungen$/],
  '/refund-policy': [/^Refund Policy$/, /^Erstattungen$/],
  '/imprint': [/^Imprint$/, /^Impressum$/],
  '/support': [/^Support Center$/, /^Hilfe$/],
  '/support-ticket': [/^Your ticket$/, /^Dein Ticket$/],
  '/discord-test': panelHeading('Discord test', 'Discord-Test'),
  [UNKNOWN_PATH]: [/^404 /, /^404 /],
};
/** Headings shown to viewers whom a page redirects or refuses. */
const exceptions: Readonly<Partial<Record<Address, Readonly<Partial<Record<ColdViewer, Heading>>>>>> = {
  '/login': { customer: market, admin: market },
  '/account': { visitor: signIn },
  '/admin': {
    visitor: panelHeading('Admin area', 'Admin-Bereich'),
    customer: panelHeading('Access denied', 'Zugriff verweigert'),
  },
  '/discord-test': {
    visitor: panelHeading('Please sign in first', 'Bitte melde dich zuerst an'),
    customer: panelHeading('For admins only', 'Nur für Admins'),
  },
};
/** True if a viewer sees the page of an address without a redirect or refusal. */
export const isSeenBy = (viewer: ColdViewer, address: Address): boolean =>
  exceptions[address]?.[viewer] === undefined;

/**
 * Selects the addresses for a viewer and language, so that each address occurs with each language and each viewer, but
 * not in all combinations, which only `cold-start.long-spec.ts` opens.
 */
export function coldAddressesFor(language: Language, viewer: ColdViewer): ColdAddress[] {
  const turn = languages.indexOf(language) + coldViewers.indexOf(viewer);
  return coldAddresses.filter((_, place) => (place + turn) % coldViewers.length === 0);
}

/** Address of an empty page, before its first load. */
const BLANK_ADDRESS = 'about:blank';
/** Smallest number of words on a loaded page; an empty frame has fewer. */
const MIN_WORDS = 12;

/** Viewer and settings of a browser. */
export interface ColdProfile {
  readonly language: Language;
  readonly viewer: ColdViewer;
  /** Session of the viewer; none for a visitor. */
  readonly person?: Person;
  readonly theme?: Theme;
  readonly device: BrowserContextOptions;
}
export interface ColdLoad extends ColdProfile {
  readonly address: Address;
}
/** Sessions of the viewers; none for a visitor. */
export type ColdPeople = Readonly<Partial<Record<ColdViewer, Person>>>;
interface ColdWalk {
  readonly language: Language;
  readonly people: ColdPeople;
  readonly choose: (language: Language, viewer: ColdViewer) => readonly Address[];
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
 * Opens an address, and waits for heading and content.
 * @returns a line per error: script error, failed call, wrong status, missing content
 */
async function openAddress(
  visitor: Visitor,
  { language, viewer, person }: ColdProfile,
  address: Address,
): Promise<string[]> {
  const { page, errors } = visitor;
  try {
    if (page.url() !== BLANK_ADDRESS) {
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
 * Opens addresses one after another in a new browser profile with language and theme; cookies, storage and cache are
 * cleared between them.
 * @returns a line per error
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

/** Signs in the viewers that have an account. */
export const signInViewers = async (shop: WholeShop): Promise<ColdPeople> => ({
  customer: await returningCustomer(shop, 'finn'),
  admin: await signInWithDiscord(shop, 'pax.operator'),
});

/** Opens the selected addresses on a phone, as all viewers at the same time. @returns a line per error */
export async function openAsAll(
  browser: Browser,
  shop: WholeShop,
  { language, people, choose }: ColdWalk,
): Promise<string[]> {
  const errors = await Promise.all(
    coldViewers.map(async (viewer) => {
      const profile = { language, viewer, person: people[viewer], device: phone };
      return openInProfile(browser, shop, profile, choose(language, viewer));
    }),
  );
  return errors.flat();
}

/** Opens one tab of the panel by its address, and all others by a click. @returns a line per error */
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

/** Number of pages opened at the same time. */
const CONCURRENCY = 5;

/** Opens each page in a new browser profile, several at the same time. @returns a line per error */
export async function openColdPages(
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
