/** Name of the DOM event that opens the loyalty dashboard from anywhere. */
const EVENT = 'pax:loyalty-dashboard';

export const DASHBOARD_TABS = ['overview', 'rewards', 'shop', 'history'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

export const parseDashboardTab = (value: unknown): DashboardTab | undefined =>
  DASHBOARD_TABS.find((known) => known === value);

/** Opens the loyalty dashboard at the given tab. */
export const openLoyaltyDashboard = (tab: DashboardTab = 'overview'): void =>
  void dispatchEvent(new CustomEvent(EVENT, { detail: tab }));

/**
 * Subscribes to requests to open the loyalty dashboard.
 *
 * @returns a function that ends the subscription
 */
export function onOpenLoyaltyDashboard(open: (tab: DashboardTab) => void): () => void {
  const openRequestedTab = (event: Event) =>
    open((event instanceof CustomEvent && parseDashboardTab(event.detail)) || 'overview');
  addEventListener(EVENT, openRequestedTab);
  return () => removeEventListener(EVENT, openRequestedTab);
}
