import { afterAll } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../browser/chromium.js';
import { startWholeShop, type WholeShop } from './whole-shop.js';

/** Groups of specs; those of one group share a shop, since none depends on data that another leaves behind. */
export type ShopGroup = 'visitors' | 'orders' | 'panels' | 'flows';

let shop: Promise<WholeShop> | undefined;
let browser: Promise<Browser> | undefined;

/**
 * Starts or returns the file's shop with default settings; a whole run puts specs of the same group in one file. Shop
 * and browser are stopped after the last spec.
 * @param _group read from the source by `npm test`
 */
export async function sharedShop(_group: ShopGroup): Promise<WholeShop> {
  return await (shop ??= startWholeShop());
}

/** Starts or returns the file's Chromium. A spec closes its own pages. */
export async function sharedBrowser(): Promise<Browser> {
  return await (browser ??= startChromium());
}

afterAll(async () => {
  await (await browser)?.close();
  await (await shop)?.stop();
}, 60_000);
