import type { IconName } from '../../../components/base/icon-paths';

/** The panel's tabs in sidebar order; the address names them: `/admin?tab=archived`. */
export const PANEL_TABS = ['orders', 'archived', 'coins'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

export const TAB_ICONS: Record<PanelTab, IconName> = { orders: 'box', archived: 'archive', coins: 'coins' };

export const tabOf = (named: string | null): PanelTab => PANEL_TABS.find((tab) => tab === named) ?? 'orders';

export const addressOfTab = (tab: PanelTab): string => (tab === 'orders' ? '/admin' : `/admin?tab=${tab}`);
