import { afterAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../browser/chromium.js';
import { startWholeShop, type WholeShop } from './whole-shop.js';

/** Groups of specs that share a shop, since none of them depends on data that another one leaves behind. */
export type ShopGroup = 'visitors' | 'orders' | 'panels' | 'flows';

let shop: Promise<WholeShop> | undefined;
let browser: Promise<Browser> | undefined;

/**
 * Returns the shop that the specs of a file share, started with default settings on first use; a whole run puts all
 * specs of a group into one file.
 * @param _group read from the source by `npm test`
 */
export async function sharedShop(_group: ShopGroup): Promise<WholeShop> {
  return await (shop ??= startWholeShop());
}

/** Returns the Chromium that the specs of a file share; each spec closes its own pages. */
export async function sharedBrowser(): Promise<Browser> {
  return await (browser ??= startChromium());
}

afterAll(async () => {
  await (await browser)?.close();
  await (await shop)?.stop();
}, 60_000);
