import { afterAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../browser/chromium.js';
import { startWholeShop, type WholeShop } from './whole-shop.js';

/** Specs that may have one shop: what one of them leaves behind, no other one asserts. */
export type ShopGroup = 'screens' | 'accounts' | 'visitors' | 'orders' | 'panels' | 'flows';

let shop: Promise<WholeShop> | undefined;
let browser: Promise<Browser> | undefined;

/**
 * The shop, of default settings, of all specs in a file: a whole run has those that name the same group in one.
 * It is stopped after the last of them, with the browser.
 * @param _group read from the source by `npm test`
 */
export async function sharedShop(_group: ShopGroup): Promise<WholeShop> {
  return await (shop ??= startWholeShop());
}

/** The Chromium of all specs in a file. A spec closes the pages that it opened. */
export async function sharedBrowser(): Promise<Browser> {
  return await (browser ??= startChromium());
}

afterAll(async () => {
  await (await browser)?.close();
  await (await shop)?.stop();
}, 60_000);
