import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import {
  onOpenLoyaltyDashboard,
  parseDashboardTab,
  type DashboardTab,
} from '../../features/account/loyalty/open-loyalty-dashboard';
import { isRecord } from '../../lib/values/is-record';

/** History state that holds the open loyalty dashboard, so that going back closes it and a reload keeps it open. */
interface DashboardState {
  readonly dashboard: DashboardTab;
  /** True when the previous history entry is the shop, so that closing the dashboard can go back. */
  readonly overShop: boolean;
}

const parseDashboardState = ({ pathname, state }: Location): DashboardState | undefined => {
  const tab = pathname === '/' && isRecord(state) ? parseDashboardTab(state['dashboard']) : undefined;
  return tab && { dashboard: tab, overShop: isRecord(state) && state['overShop'] === true };
};

/** Opens the loyalty dashboard on `/` whenever any feature requests it, from any page. */
export function useOpenDashboardOnEvent(): void {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(
    () =>
      onOpenLoyaltyDashboard((dashboard) => {
        const open = parseDashboardState(location);
        const current: DashboardState = {
          dashboard,
          overShop: open ? open.overShop : location.pathname === '/',
        };
        void navigate('/', { state: current, replace: open !== undefined });
      }),
    [location, navigate],
  );
}

/** Returns the open dashboard's tab and its navigation; undefined while the shop is shown instead. */
export function useDashboardRoute() {
  const location = useLocation();
  const navigate = useNavigate();
  const current = parseDashboardState(location);
  return (
    current && {
      tab: current.dashboard,
      toTab: (dashboard: DashboardTab) =>
        void navigate('/', { state: { ...current, dashboard } satisfies DashboardState, replace: true }),
      toShop: () => void (current.overShop ? navigate(-1) : navigate('/', { replace: true })),
    }
  );
}
