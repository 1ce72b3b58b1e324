import { pagePaths, type PagePath } from '@pax/contracts';
import type { ComponentType } from 'react';
import { loadWithAreas } from '../i18n/i18n';
import { lazyComponent, type LazyComponent } from '../lib/lazy/lazy-component';
import { useDashboardRoute } from './overlays/use-dashboard-route';
import { HomePage } from './pages/home-page';
import type { Area } from '../i18n/message-areas';

const Dashboard = lazyComponent(
  async () =>
    (await loadWithAreas(import('../features/account/loyalty/dashboard/dashboard'), 'loyalty'))
      .LoyaltyDashboard,
);

/** The route `/`: shows the home page, or the loyalty dashboard while it is open. */
function HomeRoute() {
  const dashboard = useDashboardRoute();
  if (!dashboard) return <HomePage />;
  return <Dashboard tab={dashboard.tab} onTab={dashboard.toTab} onBack={dashboard.toShop} />;
}

/** Page component; has a function `preload` if its code is loaded on demand. */
type ShopPage = ComponentType & Partial<Pick<LazyComponent<object>, 'preload'>>;

interface ShopRoute {
  readonly path: string;
  readonly Page: ShopPage;
}

/** Declares a page loaded on demand: its module, the component's name in that module, and the messages it requires. */
const declareLazyPage = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  ...areas: Area[]
): ShopPage => lazyComponent(async () => (await loadWithAreas(load(), ...areas))[name]);

/** The page component of each path. Only the home page is part of the first load; all others are loaded on demand. */
const pages: Readonly<Record<PagePath, ShopPage>> = {
  '/': HomeRoute,
  '/payment-success': declareLazyPage(() => import('./pages/success-route'), 'SuccessRoute', 'checkout'),
  '/payment-cancelled': declareLazyPage(
    () => import('./pages/cancelled-route'),
    'CancelledRoute',
    'checkout',
  ),
  '/receipt': declareLazyPage(
    () => import('../features/checkout/receipt/receipt-page'),
    'ReceiptPage',
    'receipt',
  ),
  '/pay': declareLazyPage(() => import('./pages/pay-link-route'), 'PayLinkRoute', 'checkout'),
  '/r': declareLazyPage(() => import('./pages/referral-route'), 'ReferralRoute', 'referral'),
  '/login': declareLazyPage(() => import('./pages/login-route'), 'LoginRoute', 'auth', 'cart'),
  '/account': declareLazyPage(
    () => import('./pages/account-route'),
    'AccountPageWithTabs',
    'account',
    'notices',
  ),
  '/admin': declareLazyPage(() => import('./pages/admin-route'), 'AdminRoute', 'admin'),
  '/privacy-policy': declareLazyPage(
    () => import('../features/support/policies/policies'),
    'PrivacyPage',
    'policies',
  ),
  '/terms-of-service': declareLazyPage(
    () => import('../features/support/policies/policies'),
    'TermsPage',
    'policies',
  ),
  '/refund-policy': declareLazyPage(
    () => import('../features/support/policies/policies'),
    'RefundsPage',
    'policies',
  ),
  '/imprint': declareLazyPage(
    () => import('../features/support/policies/imprint-page'),
    'ImprintPage',
    'policies',
  ),
  '/support': declareLazyPage(
    () => import('../features/support/support-page'),
    'SupportPage',
    'help',
    'support',
  ),
  '/support-ticket': declareLazyPage(
    () => import('../features/support/ticket-page'),
    'TicketPage',
    'support',
  ),
  '/discord-test': declareLazyPage(
    () => import('../features/panel/discord-test/discord-test-page'),
    'DiscordTestPage',
    'discord',
  ),
};

/** Route parameters that are appended to a page's path. */
const pathParameters: Readonly<Partial<Record<PagePath, string>>> = { '/pay': '/:token?', '/r': '/:code?' };

/** All routes of the shop; the last one matches every other address. */
export const routes: readonly ShopRoute[] = [
  ...pagePaths.map((path) => ({ path: path + (pathParameters[path] ?? ''), Page: pages[path] })),
  { path: '*', Page: declareLazyPage(() => import('./pages/not-found-page'), 'NotFoundPage') },
];
