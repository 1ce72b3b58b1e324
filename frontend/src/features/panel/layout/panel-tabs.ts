import type { RightsHolder } from '@pax/contracts';
import { lazyComponent } from '../../../lib/lazy/lazy-component';
import { coinsLive, CoinPoolCount } from '../coins/coin-queries';
import { holdsLive } from '../holds/hold-queries';
import { ordersLive } from '../orders/order-list-cache';
import { ActiveOrderCount, ArchivedOrderCount } from '../orders/order-queries';
import { overviewLive } from '../overview/overview-queries';
import { productsLive } from '../products/product-queries';
import { rightsLive } from '../rights/rights-live';
import { WaitingTicketCount, ticketsLive } from '../tickets/ticket-queries';
import { UserCount, usersLive } from '../users/user-queries';
import { hasRight } from '../access/rights';
import type { PanelTab } from '../shared/panel-tab';
import type { LiveHandlers, LiveModule } from '../../../lib/realtime/live-module';

/** The panel's tabs in the order of the sidebar, which is also that of the number keys. */
export const PANEL_TABS = [
  {
    id: 'products',
    icon: 'tag',
    label: 'tabs.products',
    right: 'products',
    Tab: lazyComponent(async () => (await import('../products/products-tab')).ProductsTab),
    Count: () => undefined,
    live: productsLive,
  },
  {
    id: 'orders',
    icon: 'box',
    label: 'tabs.orders',
    right: 'orders',
    Tab: lazyComponent(async () => (await import('../orders/orders-tab')).OrdersTab),
    Count: ActiveOrderCount,
    live: ordersLive,
  },
  {
    id: 'archived',
    icon: 'archive',
    label: 'tabs.archived',
    right: 'orders',
    Tab: lazyComponent(async () => (await import('../orders/archive-tab')).ArchiveTab),
    Count: ArchivedOrderCount,
  },
  {
    id: 'users',
    icon: 'user',
    label: 'tabs.users',
    right: 'users',
    Tab: lazyComponent(async () => (await import('../users/users-tab')).UsersTab),
    Count: UserCount,
    live: usersLive,
  },
  {
    id: 'coins',
    icon: 'coins',
    label: 'tabs.coins',
    right: 'products',
    Tab: lazyComponent(async () => (await import('../coins/coin-pool-tab')).CoinPoolTab),
    Count: CoinPoolCount,
    live: coinsLive,
  },
  {
    id: 'tickets',
    icon: 'chat',
    label: 'tabs.tickets',
    right: 'tickets',
    Tab: lazyComponent(async () => (await import('../tickets/tickets-tab')).TicketsTab),
    Count: WaitingTicketCount,
    live: ticketsLive,
  },
  {
    id: 'rights',
    icon: 'shield',
    label: 'tabs.rights',
    right: 'admin',
    Tab: lazyComponent(async () => (await import('../rights/rights-tab')).RightsTab),
    Count: () => undefined,
    live: rightsLive,
  },
  {
    id: 'holds',
    icon: 'lock',
    label: 'tabs.holds',
    right: 'orders',
    Tab: lazyComponent(async () => (await import('../holds/holds-tab')).HoldsTab),
    Count: () => undefined,
    live: holdsLive,
  },
  {
    id: 'reviews',
    icon: 'star',
    label: 'tabs.reviews',
    right: 'tickets',
    Tab: lazyComponent(async () => (await import('../reviews/reviews-tab')).ReviewsTab),
    Count: () => undefined,
  },
  {
    id: 'overview',
    icon: 'chart',
    label: 'tabs.overview',
    right: 'orders',
    Tab: lazyComponent(async () => (await import('../overview/overview-tab')).OverviewTab),
    Count: () => undefined,
  },
] as const satisfies readonly PanelTab[];

/** One of the tabs in `PANEL_TABS`. */
export type RegisteredTab = (typeof PANEL_TABS)[number];

/** Returns the tabs that a user's rights allow. */
export const filterVisibleTabs = <T extends Pick<PanelTab, 'right'>>(
  holder: RightsHolder,
  tabs: readonly T[],
): readonly T[] => tabs.filter(({ right }) => hasRight(holder, right));

/** Tab that opens when the address names none: the orders, because open ones have to be delivered first. */
const HOME_TAB = 'orders' satisfies RegisteredTab['id'];

/**
 * Finds the tab that the address names (`/admin?tab=archived`), otherwise the orders, otherwise the first visible tab;
 * undefined if no tab is visible.
 */
export const findNamedTab = (
  named: string | null,
  tabs: readonly RegisteredTab[],
): RegisteredTab | undefined =>
  tabs.find(({ id }) => id === named) ?? tabs.find(({ id }) => id === HOME_TAB) ?? tabs[0];

/** Number key of the tab at a place; `0` opens the tenth, and there is none for later ones. */
export const keyOfTab = (place: number): string | undefined =>
  place < 10 ? String((place + 1) % 10) : undefined;

export const addressOfTab = ({ id }: Pick<PanelTab, 'id'>): string =>
  id === HOME_TAB ? '/admin' : `/admin?tab=${id}`;

/** Returns the address of a tab with parameters of its own, such as `open`, the id of the open row. */
export const addressWithin = ({ id }: Pick<PanelTab, 'id'>, own: Readonly<Record<string, string>>): string =>
  `/admin?${new URLSearchParams({ ...(id !== HOME_TAB && { tab: id }), ...own }).toString()}`;

const lives = PANEL_TABS.flatMap(({ live }: PanelTab) => live ?? []);

/** Realtime module of the admin room, with the handlers of all tabs. */
export const adminLive: LiveModule<'admin'> = {
  room: 'admin',
  queries: lives.flatMap(({ queries }) => queries),
  handlers: lives.reduce<LiveHandlers<'admin'>>((all, { handlers }) => ({ ...all, ...handlers }), {}),
};

/** Realtime modules of the panel: that of the tabs, and of the overview, which follows what several tabs are about. */
export const panelLives = [adminLive, overviewLive] as const;
