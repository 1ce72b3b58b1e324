import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accountProfile, getReferralAddress } from '@pax/contracts';
import { newCustomer, PASSWORD } from '../support/sign-in.js';
import { sharedBrowser, sharedShop } from '../support/shared-shop.js';
import type { WholeShop } from '../support/whole-shop.js';
import { phoneDark } from './appearances.js';
import { CheckoutPages } from './checkout-pages.js';
import { MarketPage } from './market-page.js';
import { SignInPage } from './sign-in-page.js';
import { Visitor } from './visitor.js';

/** Taps and typed fields on the shop's pages; those of Discord and of payment providers are not the shop's. */
interface Effort {
  readonly taps: number;
  readonly fields: readonly string[];
}

describe('a purchase takes few taps (OWN-1361)', () => {
  let shop: WholeShop;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let checkout: CheckoutPages;

  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
  }, 150_000);
  afterEach(async () => visitor.closeWithoutErrors());

  async function open(): Promise<void> {
    visitor = await Visitor.open(browser, shop, phoneDark);
    ({ page } = visitor);
    checkout = new CheckoutPages(page);
    await countEffort(page, shop.shopUrl);
  }

  /** Chooses coins in the market and goes on to the checkout. */
  async function chooseCoins(amount = '25M'): Promise<void> {
    await new MarketPage(page).openMarket();
    const quickCoins = page.getByRole('region', { name: 'Quick coins' });
    await quickCoins.getByRole('button', { name: new RegExp(`^${amount}`) }).tap();
    await quickCoins.getByRole('button', { name: new RegExp(`^Buy ${amount}`) }).tap();
    await checkout.dialog.waitFor();
  }

  /** Ticks both boxes and pays by the card that is chosen already. @returns what the purchase took since the last one */
  async function pay(): Promise<Effort> {
    await checkout.dialog.getByText(/^Both names are right/).tap();
    await checkout.dialog.getByText(/^Deliver at once/).tap();
    await checkout.dialog.getByRole('button', { name: /^Pay \$/ }).tap();
    await checkout.payAndWait();
    return await takeEffort(page);
  }

  it('a first visit with Discord: 6, and the game name', async () => {
    await open();
    await chooseCoins();
    await checkout.dialog.getByRole('link', { name: 'Continue with Discord' }).tap();
    // Somebody who bought in no spec of this shop, since the last names would be filled in.
    await page.locator('label.person', { hasText: 'tinkerfox' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await checkout.gameName.pressSequentially('TinkerFox');
    expect(await pay()).toEqual({ taps: 6, fields: ['inGameName'] });
  }, 120_000);

  it('a first visit with a new password: 8, and five fields; the second purchase types nothing (OWN-1362)', async () => {
    await open();
    await chooseCoins();
    await checkout.dialog.getByRole('link', { name: 'Register with a password' }).tap();
    await new SignInPage(page).typeRegistration(`taps_${Date.now() % 100_000}`, PASSWORD);
    await checkout.gameName.pressSequentially('TapsPlayer');
    await checkout.chatName.pressSequentially('taps.player');
    const first = await pay();
    expect(first.taps).toBeLessThanOrEqual(8);
    expect(first.fields).toHaveLength(5);

    await chooseCoins('50M');
    await checkout.waitForPrefilled('TapsPlayer');
    expect(await pay()).toEqual({ taps: 5, fields: [] });
  }, 180_000);
});

describe('the wishlist leads to PayPal in few taps (OWN-1391)', () => {
  let shop: WholeShop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
  }, 150_000);

  it('at most 8 from the bar’s Me, with the names of the last purchase filled in', async () => {
    const visitor = await Visitor.open(browser, shop, phoneDark);
    const { page } = visitor;
    const checkout = new CheckoutPages(page);
    const market = new MarketPage(page);
    await page.goto('/login?mode=register');
    await new SignInPage(page).typeRegistration(`wish_${Date.now() % 100_000}`, PASSWORD);
    await page.waitForURL((address) => address.pathname === '/');
    await market.openMarket();
    await market.showCategory('Items');
    await page.getByRole('button', { name: 'Add Elytra to the wishlist' }).click();
    // Another product, because the shop asks before it sells the same again.
    await market.addToCart('Beacon Core');
    await market.openCart();
    await market.toCheckout();
    await checkout.goPay('WishPlayer', 'wish.player');
    await checkout.payAndWait();
    await countEffort(page, shop.shopUrl);
    await market.openMarket();
    await page.getByRole('button', { name: 'Me', exact: true }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Wishlist' }).tap();
    const card = market.findProductCard('Elytra');
    await card.getByRole('button', { name: /to the cart$/ }).tap();
    await page.getByRole('status').getByRole('button', { name: 'Checkout' }).tap();
    await checkout.waitForPrefilled('WishPlayer');
    await checkout.dialog.getByText('PayPal', { exact: true }).tap();
    await checkout.dialog.getByText(/^Both names are right/).tap();
    await checkout.dialog.getByText(/^Deliver at once/).tap();
    await checkout.dialog.getByRole('button', { name: /^Pay \$/ }).tap();
    await page.waitForURL('**/paypal/**');
    await page.goto('/');
    const { taps, fields } = await takeEffort(page);
    expect(fields).toEqual([]);
    expect(taps).toBeLessThanOrEqual(8);
    await visitor.closeWithoutErrors();
  }, 180_000);
});

describe('a friend’s link takes few taps (OWN-1485)', () => {
  let shop: WholeShop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([sharedShop('flows'), sharedBrowser()]);
  }, 150_000);

  it.each(['Discord', 'a password'])('by %s: at most 4 to the market with the code applied', async (way) => {
    const inviter = await newCustomer(shop);
    const { referralCode } = await inviter.get('/api/account/profile', accountProfile);
    const visitor = await Visitor.open(browser, shop, phoneDark);
    const { page } = visitor;
    await countEffort(page, shop.shopUrl);
    await page.goto(getReferralAddress(referralCode ?? ''));
    await page.getByText(`${inviter.username} invites you`).waitFor();
    await page.getByRole('link', { name: 'Join', exact: true }).tap();
    if (way === 'Discord') {
      await page.getByRole('link', { name: 'Continue with Discord' }).tap();
      await page.locator('label.person', { hasText: 'lumen_oak' }).click();
      await page.getByRole('button', { name: 'Allow' }).click();
    } else await new SignInPage(page).typeRegistration(`friend_${Date.now() % 100_000}`, PASSWORD);
    await page.getByText('Referral code applied').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    const { taps } = await takeEffort(page);
    expect(taps).toBeLessThanOrEqual(4);
    await visitor.closeWithoutErrors();
  });
});

/** Counts taps and typed fields of the shop's pages from now on, also after they were left and opened again. */
async function countEffort(page: Page, shopUrl: string): Promise<void> {
  await page.addInitScript((origin) => {
    if (location.origin !== origin) return;
    const add = (key: string, entry: string) =>
      sessionStorage.setItem(key, `${sessionStorage.getItem(key) ?? ''}${entry} `);
    addEventListener('pointerdown', (event) => event.isTrusted && add('taps', 'tap'), { capture: true });
    addEventListener(
      'input',
      ({ isTrusted, target }) => {
        const isTyped = target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type);
        if (isTrusted && isTyped) add('fields', target.name);
      },
      { capture: true },
    );
  }, new URL(shopUrl).origin);
}

/** Reads the counts of the open page of the shop, and starts them anew. */
async function takeEffort(page: Page): Promise<Effort> {
  const [taps, fields] = await page.evaluate(() =>
    ['taps', 'fields'].map((key) => {
      const entries = (sessionStorage.getItem(key) ?? '').split(' ').filter(Boolean);
      sessionStorage.removeItem(key);
      return entries;
    }),
  );
  return { taps: taps?.length ?? 0, fields: [...new Set(fields)] };
}
