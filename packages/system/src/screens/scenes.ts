import type { Locator, Page } from 'playwright-core';
import { CheckoutPages } from '../browser/checkout-pages.js';
import { MarketPage } from '../browser/market-page.js';
import { discordScenes } from './discord-scenes.js';
import { moreScenes } from './more-scenes.js';
import { panelPictures, panelScenes } from './panel-scenes.js';
import type { Scene } from './scene.js';

const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

async function market(page: Page, category: 'Money' | 'Items' | 'Bases' | 'Armor'): Promise<MarketPage> {
  const home = new MarketPage(page);
  await home.open();
  await home.showCategory(category);
  return home;
}

/** Goes to the market with something in the cart and opens the checkout. */
async function checkout(page: Page): Promise<Locator> {
  const home = await market(page, 'Items');
  await home.add('Elytra');
  await home.openCart();
  await home.toCheckout();
  const { dialog } = new CheckoutPages(page);
  await dialog.getByRole('button', { name: /^Pay \$/ }).waitFor();
  await home.cart.waitFor({ state: 'hidden' });
  return dialog;
}

const closedPanel =
  (title: string) =>
  async (page: Page): Promise<void> => {
    await page.goto('/admin');
    await heading(page, title);
  };

const visitorScenes: readonly Scene[] = [
  {
    name: 'first-visit',
    title: 'A first visit',
    viewer: 'newcomer',
    show: async (page) => void (await market(page, 'Money')),
  },
  {
    name: 'home-money',
    title: 'Market: money',
    viewer: 'visitor',
    isAlike: true,
    show: async (page) => void (await market(page, 'Money')),
  },
  {
    name: 'home-items',
    title: 'Market: items',
    viewer: 'visitor',
    show: async (page) => void (await market(page, 'Items')),
  },
  {
    name: 'home-bases',
    title: 'Market: bases',
    viewer: 'visitor',
    isAlike: true,
    show: async (page) => void (await market(page, 'Bases')),
  },
  {
    name: 'home-armor',
    title: 'Market: armour and kits',
    viewer: 'visitor',
    isAlike: true,
    show: async (page) => void (await market(page, 'Armor')),
  },
  {
    name: 'product',
    title: 'A product',
    viewer: 'visitor',
    show: async (page) => void (await (await market(page, 'Items')).openProduct('Elytra')),
  },
  {
    name: 'custom-coins',
    title: 'Custom coins',
    viewer: 'visitor',
    show: async (page) => void (await (await market(page, 'Money')).openProduct('Custom Coins')),
  },
  {
    name: 'cart',
    title: 'Cart',
    viewer: 'visitor',
    show: async (page) => {
      const home = await market(page, 'Items');
      await home.add('Elytra');
      await home.add('Totem of Return');
      await home.openCart();
      await home.line('Totem of Return').waitFor();
    },
  },
  {
    name: 'checkout-visitor',
    title: 'Checkout of a visitor',
    viewer: 'visitor',
    show: async (page) => void (await checkout(page)),
  },
  {
    name: 'login',
    title: 'Sign in',
    viewer: 'visitor',
    show: async (page) => {
      await page.goto('/login');
      await heading(page, 'Sign in to the market');
    },
  },
  {
    name: 'register',
    title: 'Register',
    viewer: 'visitor',
    isAlike: true,
    show: async (page) => {
      await page.goto('/login?mode=register');
      await heading(page, 'Open your account');
    },
  },
  {
    name: 'not-found',
    title: 'No such page',
    viewer: 'visitor',
    show: async (page) => {
      await page.goto('/nowhere');
      await page.getByRole('main').getByRole('heading').first().waitFor();
    },
  },
  { name: 'panel-login', title: 'Panel: sign in', viewer: 'visitor', show: closedPanel('Admin-Bereich') },
];

const customerScenes: readonly Scene[] = [
  {
    name: 'checkout',
    title: 'Checkout',
    viewer: 'customer',
    show: async (page) => void (await checkout(page)),
  },
  {
    name: 'success',
    title: 'After paying',
    viewer: 'customer',
    show: async (page, { paid }) => {
      await page.goto(`/payment-success?checkout=${paid}`);
      await heading(page, 'Delivery ticket');
      // The first visit celebrates, over what is to be seen here.
      await page.reload();
      await heading(page, 'Delivery ticket');
      await new CheckoutPages(page).stay();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'cancelled',
    title: 'After cancelling',
    viewer: 'customer',
    show: async (page, { cancelled }) => {
      await page.goto(`/payment-cancelled?checkout=${cancelled}`);
      await heading(page, 'Payment cancelled');
      await page.getByText('No charges were made.').waitFor();
    },
  },
  {
    name: 'account-orders',
    title: 'Account: orders',
    viewer: 'customer',
    show: async (page) => {
      await page.goto('/account?tab=orders');
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'account-profile',
    title: 'Account: profile',
    viewer: 'customer',
    show: async (page) => {
      await page.goto('/account');
      await page.getByRole('textbox', { name: 'Game name' }).waitFor();
    },
  },
  {
    name: 'account-security',
    title: 'Account: security',
    viewer: 'customer',
    show: async (page) => {
      await page.goto('/account?tab=security');
      await page.getByText('This browser').waitFor();
    },
  },
  {
    name: 'panel-denied',
    title: 'Panel: no right',
    viewer: 'customer',
    show: closedPanel('Zugriff verweigert'),
  },
  {
    name: 'panel-blocked',
    title: 'Panel: blocked account',
    viewer: 'blocked',
    isAlike: true,
    show: closedPanel('Sicherheitswarnung'),
  },
];

/** What passes after seconds: worth a picture, too short to be judged at leisure. */
export const transientScenes: readonly Scene[] = [
  ...panelPictures,
  {
    name: 'celebration',
    title: 'Loyalty points',
    viewer: 'customer',
    show: async (page, { paid }) => {
      await page.goto('/privacy-policy');
      await page.evaluate(() => localStorage.removeItem('pax-celebrated'));
      await page.goto(`/payment-success?checkout=${paid}`);
      await page.getByText('Points Added Successfully!').waitFor();
    },
  },
];

/** The stand-ins' pages: not the shop's, but what stands beside it in a local run. */
export const standInScenes: readonly Scene[] = [
  ...discordScenes,
  {
    name: 'stripe-pay',
    title: 'Stand-in Stripe: payment page',
    darkOnly: true,
    viewer: 'visitor',
    show: async (page, { payPage }) => {
      await page.goto(payPage);
      await page.getByRole('button', { name: 'Pay now' }).waitFor();
    },
  },
  {
    name: 'stripe-dashboard',
    title: 'Stand-in Stripe: dashboard',
    darkOnly: true,
    viewer: 'operator',
    show: async (page, { shop }) => {
      await page.goto(`${shop.sandboxUrl}/stripe`);
      await page.getByRole('heading').first().waitFor();
    },
  },
];

/** Every screen of the shop. */
export const shopScenes: readonly Scene[] = [
  ...visitorScenes,
  ...customerScenes,
  ...moreScenes,
  ...panelScenes,
];
