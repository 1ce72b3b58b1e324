import type { Page } from 'playwright-core';
import { LoyaltyPages } from '../browser/loyalty-pages.js';
import { MarketPage } from '../browser/market-page.js';
import type { Scene } from './scene.js';

const waitForHeading = async (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

async function openMarket(page: Page): Promise<MarketPage> {
  const market = new MarketPage(page);
  await market.openMarket();
  return market;
}

/** Shows a tab of the loyalty dashboard. */
const showDashboard =
  (tab: 'Overview' | 'My Rewards' | 'Reward Shop' | 'History') =>
  async (page: Page): Promise<void> => {
    // Another page is opened first, since at the same address the browser would keep an open dashboard in its history
    // state.
    await page.goto('/privacy-policy');
    await openMarket(page);
    await new LoyaltyPages(page).openLoyaltyDashboard();
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    const content = page.getByRole('tabpanel').first();
    await content.waitFor();
    if (tab === 'Overview') await content.getByRole('img', { name: /^Points after/ }).waitFor();
  };

const showPage =
  (address: string, title: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(address);
    await waitForHeading(page, title);
  };

/** Scenes besides the market: free coins, loyalty, account, policies, support. */
export const aroundMarketScenes: readonly Scene[] = [
  {
    name: 'home-foot',
    title: 'Below the market',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => {
      await openMarket(page);
      await waitForHeading(page, 'What players say');
      // The heading is scrolled to the top of the window, so that the header covers no control in part.
      await page
        .getByRole('heading', { name: 'What players say' })
        .evaluate((element) => element.scrollIntoView({ block: 'start' }));
    },
  },
  {
    name: 'free-coins',
    title: 'Free coins',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => {
      await openMarket(page);
      await page.getByRole('banner').getByRole('button', { name: 'Free Coins' }).click();
      await page
        .getByRole('dialog', { name: 'Free Coins' })
        .getByRole('link', { name: /^Sign in/ })
        .waitFor();
    },
  },
  {
    name: 'no-products',
    title: 'Nothing found',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => {
      await openMarket(page);
      await page.getByRole('searchbox', { name: 'Search goods' }).fill('obsidian airship');
      await page.getByText('No products found').first().waitFor();
    },
  },
  {
    name: 'loyalty-popover',
    title: 'Loyalty: widget',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await openMarket(page);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Loyalty:/ })
        .click();
      const widget = page.getByRole('dialog', { name: 'Loyalty' });
      await widget.getByText('Latest earnings').waitFor();
    },
  },
  {
    name: 'notices',
    title: 'Notices in the bell',
    viewer: 'customer',
    show: async (page) => {
      await openMarket(page);
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^Notices/ })
        .click();
      await page.getByRole('dialog', { name: 'Notices' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'loyalty-overview',
    title: 'Loyalty: overview',
    viewer: 'customer',
    isAside: true,
    show: showDashboard('Overview'),
  },
  {
    name: 'loyalty-rewards',
    title: 'Loyalty: rewards',
    viewer: 'customer',
    isAside: true,
    show: showDashboard('My Rewards'),
  },
  {
    name: 'loyalty-shop',
    title: 'Loyalty: reward shop',
    viewer: 'customer',
    isAside: true,
    show: showDashboard('Reward Shop'),
  },
  {
    name: 'loyalty-history',
    title: 'Loyalty: history',
    viewer: 'customer',
    isAside: true,
    show: showDashboard('History'),
  },
  {
    name: 'privacy',
    title: 'Privacy',
    viewer: 'visitor',
    isAside: true,
    show: showPage('/privacy-policy', 'Privacy Policy'),
  },
  {
    name: 'terms',
    title: 'Terms',
    viewer: 'visitor',
    isAside: true,
    show: showPage('/terms-of-service', 'Terms of Service'),
  },
  {
    name: 'refunds',
    title: 'Refunds',
    viewer: 'visitor',
    isAside: true,
    show: showPage('/refund-policy', 'Refund Policy'),
  },
  {
    name: 'imprint',
    title: 'Imprint',
    viewer: 'visitor',
    isAside: true,
    show: showPage('/imprint', 'Imprint'),
  },
  {
    name: 'account-data',
    title: 'Account: your data',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=security');
      await page.getByRole('button', { name: 'Download my data' }).waitFor();
      await page.locator('#own-data').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  { name: 'support', title: 'Support', viewer: 'visitor', show: showPage('/support', 'Support Center') },
  {
    name: 'account-achievements',
    title: 'Account: achievements',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=achievements');
      await page.getByRole('region', { name: 'Next achievement' }).waitFor();
    },
  },
  {
    name: 'account-referrals',
    title: 'Account: referrals',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=referrals');
      await page.getByRole('link', { name: 'Open the QR code' }).waitFor();
    },
  },
  {
    name: 'account-loyalty',
    title: 'Account: loyalty',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=loyalty');
      await waitForHeading(page, 'Your tier');
      await page
        .getByText(/\s· (Earned|Spent)$/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'account-support',
    title: 'Account: support',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=support');
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'discord-test',
    title: 'Discord test',
    viewer: 'operator',
    isAside: true,
    show: showPage('/discord-test', 'Stand des Bots'),
  },
];
