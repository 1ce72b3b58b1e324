import type { Locator, Page } from 'playwright-core';
import { CheckoutPages } from '../browser/checkout-pages.js';
import { MarketPage } from '../browser/market-page.js';
import { discordScenes } from './discord-scenes.js';
import { aroundMarketScenes } from './around-market-scenes.js';
import { panelPictures, panelScenes } from './panel-scenes.js';
import type { Scene } from './scene.js';

const waitForHeading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

async function showMarket(page: Page, category: 'Money' | 'Items' | 'Bases' | 'Armor'): Promise<MarketPage> {
  const home = new MarketPage(page);
  await home.openMarket();
  await home.showCategory(category);
  return home;
}

/** Opens the checkout with a product in the cart; a visitor's foot offers the sign-in instead of Pay. */
async function showCheckout(page: Page): Promise<Locator> {
  const home = await showMarket(page, 'Items');
  await home.addToCart('Elytra');
  await home.openCart();
  await home.toCheckout();
  const { dialog } = new CheckoutPages(page);
  const pay = dialog.getByRole('button', { name: /^Pay \$/ });
  await pay.or(dialog.getByRole('link', { name: 'Continue with Discord' })).waitFor();
  await home.cart.waitFor({ state: 'hidden' });
  return dialog;
}

const showClosedPanel =
  (title: string) =>
  async (page: Page): Promise<void> => {
    await page.goto('/admin');
    await waitForHeading(page, title);
  };

const visitorScenes: readonly Scene[] = [
  {
    name: 'first-visit',
    title: 'A first visit',
    viewer: 'newcomer',
    show: async (page) => void (await showMarket(page, 'Money')),
  },
  {
    name: 'home-money',
    title: 'Market: money',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => {
      await showMarket(page, 'Money');
      await page
        .getByRole('region', { name: /^(Best sellers|Items and bases)$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'home-items',
    title: 'Market: items',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => void (await showMarket(page, 'Items')),
  },
  {
    name: 'home-bases',
    title: 'Market: bases',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => void (await showMarket(page, 'Bases')),
  },
  {
    name: 'home-armor',
    title: 'Market: armour and kits',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => void (await showMarket(page, 'Armor')),
  },
  {
    name: 'product',
    title: 'A product',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => void (await (await showMarket(page, 'Items')).openProduct('Elytra')),
  },
  {
    name: 'custom-coins',
    title: 'Custom coins',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => void (await (await showMarket(page, 'Money')).openProduct('Custom Coins')),
  },
  {
    name: 'cart',
    title: 'Cart',
    viewer: 'visitor',
    show: async (page) => {
      const home = await showMarket(page, 'Items');
      await home.addToCart('Elytra');
      await home.addToCart('Totem of Return');
      await home.openCart();
      await home.findCartLine('Totem of Return').waitFor();
    },
  },
  {
    name: 'checkout-visitor',
    title: 'Checkout of a visitor',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => void (await showCheckout(page)),
  },
  {
    name: 'login',
    title: 'Sign in',
    viewer: 'visitor',
    show: async (page) => {
      await page.goto('/login');
      await waitForHeading(page, 'Sign in to the market');
    },
  },
  {
    name: 'register',
    title: 'Register',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => {
      await page.goto('/login?mode=register');
      await waitForHeading(page, 'Open your account');
    },
  },
  {
    name: 'not-found',
    title: 'No such page',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => {
      await page.goto('/nowhere');
      await page.getByRole('main').getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'panel-login',
    title: 'Panel: sign in',
    viewer: 'visitor',
    isAside: true,
    show: showClosedPanel('Admin-Bereich'),
  },
];

const customerScenes: readonly Scene[] = [
  {
    name: 'checkout',
    title: 'Checkout',
    viewer: 'customer',
    show: async (page) => void (await showCheckout(page)),
  },
  {
    name: 'success',
    title: 'After paying',
    viewer: 'customer',
    show: async (page, { paid }) => {
      await page.goto(`/payment-success?checkout=${paid}`);
      await waitForHeading(page, 'Delivery ticket');
      // The page is loaded again, since the first visit shows a celebration and returns to the shop.
      await page.reload();
      await waitForHeading(page, 'Delivery ticket');
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'cancelled',
    title: 'After cancelling',
    viewer: 'customer',
    isAside: true,
    show: async (page, { cancelled }) => {
      await page.goto(`/payment-cancelled?checkout=${cancelled}`);
      await waitForHeading(page, 'Payment cancelled');
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
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=profile');
      await page.getByRole('textbox', { name: 'Game name' }).waitFor();
    },
  },
  {
    name: 'account-security',
    title: 'Account: security',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=security');
      await page.getByText('This browser').waitFor();
    },
  },
  {
    name: 'panel-denied',
    title: 'Panel: no right',
    viewer: 'customer',
    isAside: true,
    show: showClosedPanel('Zugriff verweigert'),
  },
  {
    name: 'panel-blocked',
    title: 'Panel: blocked account',
    viewer: 'blocked',
    isAside: true,
    show: showClosedPanel('Sicherheitswarnung'),
  },
];

/** Scenes for pictures only; some of them are visible too briefly to be checked. */
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

/** Scenes of the stand-ins' pages, which run with a local shop. */
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

/** Scenes of every screen of the shop. */
export const shopScenes: readonly Scene[] = [
  ...visitorScenes,
  ...customerScenes,
  ...aroundMarketScenes,
  ...panelScenes,
];
