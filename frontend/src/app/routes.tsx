import type { ComponentType } from 'react';
import { page } from './page';
import { ShopPlace } from './pages/shop-place';

interface ShopRoute {
  readonly path: string;
  readonly Page: ComponentType;
}

/** Every address of the shop. Home travels with the first load, everything else is fetched when it is opened. */
export const routes: readonly ShopRoute[] = [
  { path: '/', Page: ShopPlace },
  { path: '/payment-success', Page: page(() => import('./pages/success-route'), 'SuccessRoute') },
  { path: '/payment-cancelled', Page: page(() => import('./pages/cancelled-route'), 'CancelledRoute') },
  { path: '/login', Page: page(() => import('../features/auth/login-page'), 'LoginPage') },
  { path: '/account', Page: page(() => import('../features/account/account-page'), 'AccountPage') },
  { path: '/admin', Page: page(() => import('./pages/admin-route'), 'AdminRoute') },
  { path: '/privacy-policy', Page: page(() => import('../features/pages/policies'), 'PrivacyPage') },
  { path: '/terms-of-service', Page: page(() => import('../features/pages/policies'), 'TermsPage') },
  { path: '/refund-policy', Page: page(() => import('../features/pages/policies'), 'RefundsPage') },
  { path: '/support', Page: page(() => import('../features/pages/support-page'), 'SupportPage') },
  {
    path: '/discord-test',
    Page: page(() => import('../features/pages/discord/discord-test-page'), 'DiscordTestPage'),
  },
  { path: '*', Page: page(() => import('./pages/not-found-page'), 'NotFoundPage') },
];
