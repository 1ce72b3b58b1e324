import { preloadAreas } from '../../i18n/i18n';
import { later } from '../../lib/later';
import { useDashboardPlace } from '../dashboard-place';
import { HomePage } from './home-page';

const Dashboard = later(async () => {
  const [{ Dashboard: Loaded }] = await Promise.all([
    import('../../features/loyalty/dashboard/dashboard'),
    preloadAreas('loyalty'),
  ]);
  return Loaded;
});

/** The shop's place: the home, or the loyalty dashboard while it is open. */
export function ShopPlace() {
  const place = useDashboardPlace();
  if (!place) return <HomePage />;
  return <Dashboard tab={place.tab} onTab={place.toTab} onBack={place.toShop} />;
}
