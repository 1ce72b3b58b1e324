import { withAreas } from '../../i18n/with-areas';
import { lazyPart } from '../../lib/lazy/lazy-part';
import { useDashboardRoute } from '../overlays/dashboard-route';
import { HomePage } from './home-page';

const Dashboard = lazyPart(
  async () =>
    (await withAreas(import('../../features/account/loyalty/dashboard/dashboard'), 'loyalty')).Dashboard,
);

/** The route `/`: the home page, or the loyalty dashboard while it is open. */
export function HomeRoute() {
  const dashboard = useDashboardRoute();
  if (!dashboard) return <HomePage />;
  return <Dashboard tab={dashboard.tab} onTab={dashboard.toTab} onBack={dashboard.toShop} />;
}
