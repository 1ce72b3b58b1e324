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
  { path: '*', Page: page(() => import('./pages/not-found-page'), 'NotFoundPage') },
];
