import { pagePaths, type PagePath } from '@pax/contracts';
import type { ComponentType } from 'react';
import { lazyPart } from '../lib/lazy/lazy-part';
import { HomeRoute } from './pages/home-route';

interface ShopRoute {
  readonly path: string;
  readonly Page: ComponentType;
}

/** A page that is loaded on demand: its module and the component's name in it. */
const page = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType => lazyPart(async () => (await load())[name]);

/** The page of each path. Home is part of the first load, all others are loaded on demand. */
const pages: Readonly<Record<PagePath, ComponentType>> = {
  '/': HomeRoute,
  '/payment-success': page(() => import('./pages/success-route'), 'SuccessRoute'),
  '/payment-cancelled': page(() => import('./pages/cancelled-route'), 'CancelledRoute'),
  '/receipt': page(() => import('../features/receipt/receipt-page'), 'ReceiptPage'),
  '/pay': page(() => import('./pages/pay-route'), 'PayRoute'),
  '/login': page(() => import('../features/auth/login-page'), 'LoginPage'),
  '/account': page(() => import('./pages/account-route'), 'AccountRoute'),
  '/admin': page(() => import('./pages/admin-route'), 'AdminRoute'),
  '/privacy-policy': page(() => import('../features/pages/policies'), 'PrivacyPage'),
  '/terms-of-service': page(() => import('../features/pages/policies'), 'TermsPage'),
  '/refund-policy': page(() => import('../features/pages/policies'), 'RefundsPage'),
  '/imprint': page(() => import('../features/pages/imprint-page'), 'ImprintPage'),
  '/support': page(() => import('../features/support/support-page'), 'SupportPage'),
  '/support-ticket': page(() => import('../features/support/ticket-page'), 'TicketPage'),
  '/discord-test': page(() => import('../features/pages/discord/discord-test-page'), 'DiscordTestPage'),
};

/** What a page's address may carry beside its path. */
const tails: Readonly<Partial<Record<PagePath, string>>> = { '/pay': '/:token?' };

/** All routes; the last one matches every other address. */
export const routes: readonly ShopRoute[] = [
  ...pagePaths.map((path) => ({ path: path + (tails[path] ?? ''), Page: pages[path] })),
  { path: '*', Page: page(() => import('./pages/not-found-page'), 'NotFoundPage') },
];
