/** Event that opens the loyalty dashboard from anywhere. */
const EVENT = 'pax:loyalty-dashboard';

export const DASHBOARD_TABS = ['overview', 'rewards', 'shop', 'history'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

export const dashboardTabOf = (value: unknown): DashboardTab | undefined =>
  DASHBOARD_TABS.find((known) => known === value);

/** Opens the dashboard, at a tab. */
export const openDashboard = (tab: DashboardTab = 'overview'): void =>
  void dispatchEvent(new CustomEvent(EVENT, { detail: tab }));

/** Subscribes to the event. @returns stops it */
export function onOpenDashboard(open: (tab: DashboardTab) => void): () => void {
  const listener = (event: Event) =>
    open((event instanceof CustomEvent && dashboardTabOf(event.detail)) || 'overview');
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
}
