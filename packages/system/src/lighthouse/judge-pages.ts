import { createTicketAnswer } from '@pax/contracts';
import { findBrowser, findFreePort } from '@pax/local';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { MarketPage } from '../browser/market-page.js';
import { settings } from '../settings.js';
import { Person } from '../support/person.js';
import { buyByCard, productNamed } from '../support/shopping.js';
import { signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { listFailedAudits, judgeAccessibility } from './run-lighthouse.js';
import { coldAddresses, isSeenBy, tabAddresses, type Address } from '../browser/cold-pages.js';

const GOODS = 'Elytra';

export interface JudgedPage {
  readonly title: string;
  /** Score from 0 to 100. */
  readonly score: number;
  readonly failed: readonly string[];
}

/**
 * Judges the accessibility of all pages except the home page: first as a visitor, then as an admin with a product in
 * the cart.
 */
export async function judgePages(shop: WholeShop, onPage: (page: JudgedPage) => void): Promise<JudgedPage[]> {
  const operator = await signInWithDiscord(shop, 'pax.operator');
  const product = await productNamed(operator, GOODS);
  const { checkout: paid } = await buyByCard(operator, [{ id: product.id, quantity: 1 }]);
  const ticket = await createVisitorTicket(shop);
  const addresses = judgedAddresses({ product: product.id, paid, ticket });
  const profile = await mkdtemp(join(tmpdir(), 'pax-lighthouse-'));
  const port = await findFreePort();
  // A persistent profile is used, since Lighthouse opens tabs in the default context, which only such a profile shares.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(settings),
    baseURL: shop.shopUrl,
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const judged: JudgedPage[] = [];
  const judgeAddressesOf = async (viewer: JudgedAddress['viewer']): Promise<void> => {
    for (const { address } of addresses.filter((one) => one.viewer === viewer)) {
      const report = await judgeAccessibility(`${shop.shopUrl}${address}`, port);
      const score = Math.round((report.categories.accessibility.score ?? 0) * 100);
      const title = address.replace(paid, '…').replace(ticket, '…');
      const page = { title, score, failed: listFailedAudits(report) };
      judged.push(page);
      onPage(page);
    }
  };
  try {
    await judgeAddressesOf('visitor');
    await context.addCookies(
      operator.cookieHeader.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: shop.shopUrl };
      }),
    );
    const market = new MarketPage(await context.newPage());
    await market.openMarket();
    await market.showCategory('Items');
    await market.addToCart(GOODS);
    await judgeAddressesOf('admin');
    return judged;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Creates a visitor's ticket. @returns its secret token */
async function createVisitorTicket(shop: WholeShop): Promise<string> {
  const question = {
    name: 'Finn',
    email: 'finn@example.org',
    subject: 'Where is spawn?',
    message: 'I looked everywhere.',
    priority: 'low',
  };
  const visitor = new Person(shop.shopUrl);
  const { token } = await visitor.send('POST', '/api/support-tickets', question, createTicketAnswer);
  if (token === null) throw new Error('a visitor got no link');
  return token;
}

/** Tabs of the account page except the first. */
const ACCOUNT_TABS = ['achievements', 'referrals', 'orders', 'loyalty', 'history', 'security', 'support'];

/** An address to judge, and its viewer. */
interface JudgedAddress {
  readonly address: string;
  readonly viewer: 'visitor' | 'admin';
}

/** Ids in the judged shop that addresses contain. */
interface JudgedIds {
  readonly product: number;
  /** Reference of the admin's paid checkout. */
  readonly paid: string;
  /** Secret token of a visitor's ticket. */
  readonly ticket: string;
}

/**
 * All addresses of the website except the home page, which is measured separately, and further views of pages. Pages
 * that redirect an admin are viewed by a visitor.
 */
export function judgedAddresses({ product, paid, ticket }: JudgedIds): readonly JudgedAddress[] {
  const asAdmin = (address: string): JudgedAddress => ({ address, viewer: 'admin' });
  const completeAddress = (address: Address): string => {
    if (address === '/payment-success' || address === '/receipt') return `${address}?checkout=${paid}`;
    return address === '/support-ticket' ? `${address}#${ticket}` : address;
  };
  const routed = coldAddresses
    .filter((address) => address !== '/')
    .map((address): JudgedAddress => ({
      address: completeAddress(address),
      viewer: isSeenBy('admin', address) ? 'admin' : 'visitor',
    }));
  const others = [
    `/?product=${product}`,
    '/#checkout',
    ...ACCOUNT_TABS.map((tab) => `/account?tab=${tab}`),
    ...tabAddresses,
  ];
  return [...routed, ...others.map(asAdmin)];
}
