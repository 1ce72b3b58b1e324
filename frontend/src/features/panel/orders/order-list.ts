import {
  ACTIVE_STATUSES,
  ORDER_SORTS,
  ORDER_STATUSES,
  type StaffOrder,
  type OrderSort,
  type OrderStatus,
  orderCalls,
  type RoomMessage,
  staffOrder,
  type EventType,
} from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { ListRule } from '../../../lib/realtime/place-entity';
import { callKey } from '../../../lib/http/call-api';
import { findLoadedLists } from '../../../lib/http/paged-list';
import { applyEntity, findInLists, type LiveList } from '../../../lib/realtime/apply';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { COUNTS, countMessage } from '../shared/panel-counts';
import { markUnseen, markSeen } from '../shared/unseen-rows';
import type { TabLive } from '../shared/panel-tab';
import { refreshHistory } from '../users/history-streams';

export const ORDER_FILTERS = ['all', 'open', 'done'] as const;
/** Alle; Ausstehend: pending and processing; Abgeschlossen. */
export type OrderFilter = (typeof ORDER_FILTERS)[number];
export const isOrderFilter = (name: string): name is OrderFilter =>
  ORDER_FILTERS.some((known) => known === name);
const isOrderSort = (name: string): name is OrderSort => ORDER_SORTS.some((known) => known === name);

/** Active (pending, processing, completed) and archived (archived, cancelled) orders. */
export type OrderListName = 'active' | 'archived';

/** The query parameters of a list of orders; part of its key. */
export type OrderQuery = Readonly<Record<'state' | 'sort' | 'q', string>>;

const STATES: Readonly<Record<OrderFilter, string>> = {
  all: '',
  open: 'pending,processing',
  done: 'completed',
};
/** Returns the preset sort: open orders in the order of delivery, others newest first. */
export const defaultSortFor = (filter: OrderFilter): OrderSort => (filter === 'open' ? 'due' : 'newest');

/** The query parameters for the tab's filter, sort and search. */
export const toOrderQuery = (filter: OrderFilter, sort: OrderSort, search: string): OrderQuery => ({
  state: STATES[filter],
  sort,
  q: search.trim(),
});

export const isOpen = ({ status }: Pick<StaffOrder, 'status'>): boolean =>
  status === 'pending' || status === 'processing';
export const isActive = (status: OrderStatus): boolean => ACTIVE_STATUSES.includes(status);

/** Tells whether an open order is past its due time at `now`, ms. */
export const isOverdue = (order: StaffOrder, now: number): boolean =>
  isOpen(order) && order.dueAt !== null && Date.parse(order.dueAt) < now;

const normalise = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Tells whether an order matches a search in id, username, product, Discord and game name. */
export function matchesSearch(order: StaffOrder, search: string): boolean {
  const wanted = normalise(search.trim());
  if (wanted === '') return true;
  if (String(order.id) === wanted.replace(/^#/, '')) return true;
  return [order.username, order.productName, order.discordUsername, order.minecraftName].some(
    (text) => text !== null && normalise(text).includes(wanted),
  );
}

const timeOf = (moment: string | null): number =>
  moment === null ? Number.MAX_SAFE_INTEGER : Date.parse(moment);
const hasPriority = (order: StaffOrder): boolean => order.priority && isOpen(order);
/** Sort rank as on the server: open orders with priority, other open ones, ended ones. */
const groupRankOf = (order: StaffOrder): number => (isOpen(order) ? Number(!order.priority) : 2);

/** Groups of the list sorted by due time, in their order. */
type DueGroup = 'priority' | 'overdue' | 'open' | 'done';
/** Returns the group of an order at `now`, ms. */
export const dueGroupOf = (order: StaffOrder, now: number): DueGroup => {
  if (!isOpen(order)) return 'done';
  if (order.priority) return 'priority';
  return isOverdue(order, now) ? 'overdue' : 'open';
};

/** Compares as the server's sorts do: negative if `one` comes first. */
const COMPARE: Readonly<Record<OrderSort, ListRule<StaffOrder>['compare']>> = {
  newest: (one, other) => Number(hasPriority(other)) - Number(hasPriority(one)) || other.id - one.id,
  due: (one, other) =>
    groupRankOf(one) - groupRankOf(other) || timeOf(one.dueAt) - timeOf(other.dueAt) || one.id - other.id,
  total: (one, other) => Number(other.totalPrice) - Number(one.totalPrice) || other.id - one.id,
};

/** Returns filter and order of a list, by the same rules as the server's. */
export function listRuleFor(name: OrderListName, { state, sort, q }: OrderQuery): ListRule<StaffOrder> {
  const statuses = ORDER_STATUSES.filter((status) => isActive(status) === (name === 'active')).filter(
    (status) => state === '' || state.split(',').includes(status),
  );
  return {
    includes: (order) => statuses.includes(order.status) && matchesSearch(order, q),
    compare: COMPARE[isOrderSort(sort) ? sort : 'newest'],
  };
}

/** Prefix of the query keys of both lists and of single orders. */
export const ORDERS = callKey(orderCalls.activeOrders);
export const ORDER_CALLS = { active: orderCalls.activeOrders, archived: orderCalls.archivedOrders } as const;
const NAMES: readonly OrderListName[] = ['active', 'archived'];

/** Loaded lists of orders with their filter and order. */
const loadedOrderLists = (client: QueryClient): LiveList<StaffOrder>[] =>
  NAMES.flatMap((name) =>
    findLoadedLists(client, ORDER_CALLS[name]).map(({ key, filter, count }) => ({
      key,
      count,
      ...listRuleFor(name, { state: '', sort: '', q: '', ...filter }),
    })),
  );

const orderKeyOf = (id: number) => callKey(orderCalls.order, { id });

/** Applies an order's state, from a message or a call's answer, to the lists and its sheet. */
export function applyOrder(client: QueryClient, now: StaffOrder, message?: RoomMessage): void {
  applyEntity(client, loadedOrderLists(client), now, message);
  if (client.getQueryState(orderKeyOf(now.id)))
    client.setQueryData<StaffOrder>(orderKeyOf(now.id), (known) =>
      known && known.version > now.version ? known : now,
    );
}

/** Finds the newest loaded state of an order. */
export function findLoadedOrder(client: QueryClient, id: number): StaffOrder | undefined {
  const [listed, alone] = [
    findInLists(client, loadedOrderLists(client), id),
    client.getQueryData<StaffOrder>(orderKeyOf(id)),
  ];
  return alone && listed && alone.version > listed.version ? alone : (listed ?? alone);
}

/** Events with which an order first appears. */
const ARRIVALS: ReadonlySet<EventType> = new Set(['order.paid', 'order.unconfirmed']);

/** Applies an order event to the lists and counts, and marks a newly arrived order as unseen. */
const onOrder: LiveHandler<'admin', 'order'> = (message, client) => {
  const now = staffOrder.safeParse(message.data).data;
  if (!now) return;
  const wasKnown = findLoadedOrder(client, now.id) !== undefined;
  applyOrder(client, now, message);
  refreshHistory(client, now.userId);
  // A message may be applied again to an older list, but the counts take it only once.
  const isNew = countMessage(client, message);
  if (isNew && !wasKnown && ARRIVALS.has(message.type) && isActive(now.status))
    markUnseen(client, 'orders', now.id);
  if (!isActive(now.status)) markSeen(client, 'orders', now.id);
};

/** Live updates of the lists of orders and of the counts. */
export const ordersLive: TabLive = { queries: [ORDERS, COUNTS], handlers: { order: onOrder } };
