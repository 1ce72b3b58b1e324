import { preloadAreas } from '../../i18n/i18n';
import { lazyWithRetry } from '../../start/view/lazy-with-retry';
import { useDashboardRoute } from '../overlays/dashboard-route';
import { HomePage } from './home-page';

const Dashboard = lazyWithRetry(async () => {
  const [{ Dashboard: Loaded }] = await Promise.all([
    import('../../features/loyalty/dashboard/dashboard'),
    preloadAreas('loyalty'),
  ]);
  return Loaded;
});

/** The route `/`: the home page, or the loyalty dashboard while it is open. */
export function HomeRoute() {
  const dashboard = useDashboardRoute();
  if (!dashboard) return <HomePage />;
  return <Dashboard tab={dashboard.tab} onTab={dashboard.toTab} onBack={dashboard.toShop} />;
}
