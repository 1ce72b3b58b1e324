import { findBrowser, freePort } from '@pax/sandbox';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { MarketPage } from '../browser/market-page.js';
import { settings } from '../settings.js';
import { productNamed } from '../support/shopping.js';
import { signInWithDiscord } from '../support/sign-in.js';
import type { WholeShop } from '../support/whole-shop.js';
import { failedAudits, judgeAccessibility } from './run-lighthouse.js';

const GOODS = 'Elytra';

/** The pages behind a sign-in, and those that only a visitor who did something sees. */
const pagesOf = (product: number): readonly (readonly [title: string, address: string])[] => [
  ['Product', `/?product=${product}`],
  ['Checkout', '/#checkout'],
  ['Account', '/account'],
  ['Account: security', '/account?tab=security'],
  ['Support', '/support'],
  ['Panel: orders', '/admin'],
  ['Panel: products', '/admin?tab=products'],
  ['Panel: users', '/admin?tab=users'],
  ['Panel: coin pool', '/admin?tab=coins'],
  ['Panel: tickets', '/admin?tab=tickets'],
  ['Discord test', '/discord-test'],
];

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
    for (const [title, address] of pagesOf(product.id)) {
      const report = await judgeAccessibility(`${shop.shopUrl}${address}`, port);
      const score = Math.round((report.categories.accessibility.score ?? 0) * 100);
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
