import { pagePaths } from '@pax/contracts';
import { findBrowser, freePort } from '@pax/sandbox';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { tabAddresses } from '../browser/cold-pages.js';
import { MarketPage } from '../browser/market-page.js';
import { settings } from '../settings.js';
import { buy, productNamed } from '../support/shopping.js';
import { signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { failedAudits, judgeAccessibility } from './run-lighthouse.js';

const GOODS = 'Elytra';

/** Signed in, nobody sees it: it leads on at once. */
const SIGN_IN_PAGE = '/login';
/** What the account shows beside its first tab. */
const ACCOUNT_TABS = ['achievements', 'referrals', 'orders', 'loyalty', 'history', 'security', 'support'];

/** Every address of the shop but the home page, which is measured by itself. */
const addressesOf = (product: number, paid: string): readonly string[] => [
  `/?product=${product}`,
  '/#checkout',
  ...pagePaths.filter((path) => path !== '/' && path !== SIGN_IN_PAGE).map((path) => ofCheckout(path, paid)),
  ...ACCOUNT_TABS.map((tab) => `/account?tab=${tab}`),
  ...tabAddresses,
];
/** Pages of a purchase show one only where their address names it. */
const ofCheckout = (path: string, paid: string): string =>
  path === '/payment-success' || path === '/receipt' ? `${path}?checkout=${paid}` : path;

export interface JudgedPage {
  readonly title: string;
  /** 0 to 100. */
  readonly score: number;
  readonly failed: readonly string[];
}

/** Judges the accessibility of pages in a browser in which an admin is signed in and the cart holds something. */
export async function judgeSignedIn(
  shop: WholeShop,
  onPage: (page: JudgedPage) => void,
): Promise<JudgedPage[]> {
  const operator = await signInWithDiscord(shop, 'pax.operator');
  const product = await productNamed(operator, GOODS);
  const { checkout } = await buy(operator, [{ id: product.id, quantity: 1 }]);
  const profile = await mkdtemp(join(tmpdir(), 'pax-lighthouse-'));
  const port = await freePort();
  // Lighthouse opens its tabs in the default context, which only a profile of its own shares.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(settings),
    baseURL: shop.shopUrl,
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  try {
    await context.addCookies(
      operator.cookieHeader.split('; ').map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url: shop.shopUrl };
      }),
    );
    const market = new MarketPage(await context.newPage());
    await market.open();
    await market.showCategory('Items');
    await market.add(GOODS);
    const judged: JudgedPage[] = [];
    for (const address of addressesOf(product.id, checkout)) {
      const report = await judgeAccessibility(`${shop.shopUrl}${address}`, port);
      const score = Math.round((report.categories.accessibility.score ?? 0) * 100);
      const title = address.replace(checkout, '…');
      const page = { title, score, failed: failedAudits(report) };
      judged.push(page);
      onPage(page);
    }
    return judged;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
