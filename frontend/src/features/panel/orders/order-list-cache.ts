import {
  ACTIVE_STATUSES,
  DUE_SOON_MINUTES,
  isOrderView,
  ORDER_SORTS,
  ORDER_STATUSES,
  type CurrentUser,
  type OrderView,
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
import { queryKeyFor } from '../../../lib/http/call-api';
import { ME } from '../../../lib/http/query-keys';
import { serverNow } from '../../../lib/http/server-clock';
import { findLoadedLists } from '../../../lib/http/paged-list';
import { applyEntity, findInLists, type LiveList } from '../../../lib/realtime/apply-message';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { COUNTS, applyMessageToCounts } from '../shared/panel-counts';
import { markUnseen, markSeen } from '../shared/unseen-rows';
import type { TabLive } from '../shared/panel-tab';
import { refetchUserHistory } from '../users/history-queries';

export const ORDER_FILTERS = ['all', 'open', 'done'] as const;
/** Filter of the active orders; `open` are pending and processing ones, `done` are completed ones. */
export type OrderFilter = (typeof ORDER_FILTERS)[number];
export const isOrderFilter = (name: string): name is OrderFilter =>
  ORDER_FILTERS.some((known) => known === name);
const isOrderSort = (name: string): name is OrderSort => ORDER_SORTS.some((known) => known === name);

/** Name of a list of orders: active (pending, processing, completed) or archived (archived, cancelled). */
export type OrderListName = 'active' | 'archived';

/** Query parameters of a list of orders; also the last part of the list's query key. */
export type OrderQuery = Readonly<Record<'state' | 'sort' | 'q', string>>;

const STATES: Readonly<Record<OrderFilter, string>> = {
  all: '',
  open: 'pending,processing',
  done: 'completed',
};
/** Returns the default sort order of a filter: open orders by due time, others newest first. */
export const defaultOrderSortFor = (filter: OrderFilter): OrderSort => (filter === 'open' ? 'due' : 'newest');

/** Converts filter, sort, search and view of the tab into query parameters. */
export const toOrderQuery = (
  filter: OrderFilter,
  sort: OrderSort,
  search: string,
  view?: OrderView,
): OrderQuery => ({
  state: view === undefined ? STATES[filter] : `${STATES.open},${view}`,
  sort,
  q: search.trim(),
});

export const isOpenOrder = ({ status }: Pick<StaffOrder, 'status'>): boolean =>
  status === 'pending' || status === 'processing';
export const isActiveStatus = (status: OrderStatus): boolean => ACTIVE_STATUSES.includes(status);

/** Tells whether an open order is past its due time at `now`, ms since 1970. */
export const isOrderOverdue = (order: StaffOrder, now: number): boolean =>
  isOpenOrder(order) && order.dueAt !== null && Date.parse(order.dueAt) < now;

/** Tells whether an open order is due within the next minutes at `now`, ms since 1970. */
const isOrderDueSoon = (order: StaffOrder, now: number): boolean =>
  isOpenOrder(order) &&
  order.dueAt !== null &&
  Date.parse(order.dueAt) >= now &&
  Date.parse(order.dueAt) < now + DUE_SOON_MINUTES * 60_000;

/** Viewer and time by which the views of the orders are filled. */
export interface ViewContext {
  readonly userId: number | undefined;
  /** Time by the server's clock, ms since 1970. */
  readonly now: number;
}

/** Tells whether an open order is in a view, by the same rules as the server's. */
const IS_IN_VIEW: Readonly<Record<OrderView, (order: StaffOrder, context: ViewContext) => boolean>> = {
  overdue: (order, { now }) => isOrderOverdue(order, now),
  soon: (order, { now }) => isOrderDueSoon(order, now),
  mine: ({ processedById }, { userId }) => processedById !== null && processedById === userId,
  priority: ({ priority }) => priority,
};

const normaliseSearchText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Tells whether an order matches a search by id, user name, product, Discord name or game name. */
export function orderMatchesSearch(order: StaffOrder, search: string): boolean {
  const wanted = normaliseSearchText(search.trim());
  if (wanted === '') return true;
  if (String(order.id) === wanted.replace(/^#/, '')) return true;
  return [order.username, order.productName, order.discordUsername, order.minecraftName].some(
    (text) => text !== null && normaliseSearchText(text).includes(wanted),
  );
}

const toSortTime = (moment: string | null): number =>
  moment === null ? Number.MAX_SAFE_INTEGER : Date.parse(moment);
const hasOpenPriority = (order: StaffOrder): boolean => order.priority && isOpenOrder(order);
/** Rank of an order in the sort by due time, as on the server: open with priority, other open ones, ended ones. */
const sortRankOf = (order: StaffOrder): number => (isOpenOrder(order) ? Number(!order.priority) : 2);

/** Group of an order in the list sorted by due time; the groups follow each other in this order. */
export type DueGroup = 'priority' | 'overdue' | 'soon' | 'open' | 'done';
/** Returns the group in which an order is listed at `now`, ms since 1970. */
export const dueGroupOf = (order: StaffOrder, now: number): DueGroup => {
  if (!isOpenOrder(order)) return 'done';
  if (order.priority) return 'priority';
  if (isOrderOverdue(order, now)) return 'overdue';
  return isOrderDueSoon(order, now) ? 'soon' : 'open';
};

/** Comparison functions for the sort orders of the server; negative if `one` comes first. */
const COMPARE: Readonly<Record<OrderSort, ListRule<StaffOrder>['compare']>> = {
  newest: (one, other) => Number(hasOpenPriority(other)) - Number(hasOpenPriority(one)) || other.id - one.id,
  due: (one, other) =>
    sortRankOf(one) - sortRankOf(other) ||
    toSortTime(one.dueAt) - toSortTime(other.dueAt) ||
    one.id - other.id,
  total: (one, other) => Number(other.totalPrice) - Number(one.totalPrice) || other.id - one.id,
};

/** Returns the filter and the sort order of a list of orders, by the same rules as the server's. */
export function orderListRuleFor(
  name: OrderListName,
  { state, sort, q }: OrderQuery,
  context: () => ViewContext = () => ({ userId: undefined, now: serverNow() }),
): ListRule<StaffOrder> {
  const parts = state.split(',');
  const view = parts.find(isOrderView);
  const statuses = ORDER_STATUSES.filter((status) => isActiveStatus(status) === (name === 'active')).filter(
    (status) => state === '' || parts.includes(status),
  );
  return {
    includes: (order) =>
      statuses.includes(order.status) &&
      orderMatchesSearch(order, q) &&
      (view === undefined || IS_IN_VIEW[view](order, context())),
    compare: COMPARE[isOrderSort(sort) ? sort : 'newest'],
  };
}

/** Prefix of the query keys of all order lists and of single orders. */
export const ORDERS = queryKeyFor(orderCalls.activeOrders);
export const ORDER_CALLS = { active: orderCalls.activeOrders, archived: orderCalls.archivedOrders } as const;
const NAMES: readonly OrderListName[] = ['active', 'archived'];

/** Returns the loaded lists of orders, each with its filter and sort order. */
const findLoadedOrderLists = (client: QueryClient): LiveList<StaffOrder>[] =>
  NAMES.flatMap((name) =>
    findLoadedLists(client, ORDER_CALLS[name]).map(({ key, filter, count }) => ({
      key,
      count,
      ...orderListRuleFor(name, { state: '', sort: '', q: '', ...filter }, () => viewContextOf(client)),
    })),
  );

/** Returns the signed-in user and the present time, by which views are filled. */
export const viewContextOf = (client: QueryClient): ViewContext => ({
  userId: client.getQueryData<CurrentUser | null>(ME)?.id,
  now: serverNow(),
});

const VIEW_COUNTS = queryKeyFor(orderCalls.orderViews);
/** Time between two requests for the counts of the views, ms, because many messages can arrive together. */
const RECOUNT_MS = 1_000;
const recounting = new WeakSet<QueryClient>();

/** Requests the counts of the views again soon, if a tab shows them. */
function recountViewsSoon(client: QueryClient): void {
  if (recounting.has(client)) return;
  recounting.add(client);
  setTimeout(() => {
    recounting.delete(client);
    void client.invalidateQueries({ queryKey: VIEW_COUNTS });
  }, RECOUNT_MS);
}

const orderKeyOf = (id: number) => queryKeyFor(orderCalls.order, { id });

const followers = new Set<(order: StaffOrder) => void>();
/**
 * Calls a function with each state of an order that arrives, also of orders in no loaded list.
 *
 * @returns a function that ends the calls
 */
export function followOrders(onState: (order: StaffOrder) => void): () => void {
  followers.add(onState);
  return () => void followers.delete(onState);
}

/** Stores an order's newer state in the loaded lists and in its sheet, from a message or from a call's answer. */
export function applyOrderState(client: QueryClient, now: StaffOrder, message?: RoomMessage): void {
  applyEntity(client, findLoadedOrderLists(client), now, message);
  if (client.getQueryState(orderKeyOf(now.id)))
    client.setQueryData<StaffOrder>(orderKeyOf(now.id), (known) =>
      known && known.version > now.version ? known : now,
    );
  for (const onState of followers) onState(now);
}

/** Finds the newest state of an order in the loaded lists and in its sheet. */
export function findLoadedOrder(client: QueryClient, id: number): StaffOrder | undefined {
  const [listed, alone] = [
    findInLists(client, findLoadedOrderLists(client), id),
    client.getQueryData<StaffOrder>(orderKeyOf(id)),
  ];
  return alone && listed && alone.version > listed.version ? alone : (listed ?? alone);
}

/** Events by which a new order appears in the panel. */
const ARRIVALS: ReadonlySet<EventType> = new Set(['order.paid', 'order.unconfirmed']);

/** Applies an order event to lists and counts, and marks a newly arrived order as unseen. */
const onOrderMessage: LiveHandler<'admin', 'order'> = (message, client) => {
  const now = staffOrder.safeParse(message.data).data;
  if (!now) return;
  const isArrival = ARRIVALS.has(message.type) && findLoadedOrder(client, now.id) === undefined;
  applyOrderState(client, now, message);
  refetchUserHistory(client, now.userId);
  recountViewsSoon(client);
  // A message may be applied twice, because a list can be older than the counts; the counts ignore the repeat.
  const isNew = applyMessageToCounts(client, message);
  if (isNew && isArrival && isActiveStatus(now.status)) markUnseen(client, 'orders', now.id);
  if (!isActiveStatus(now.status)) markSeen(client, 'orders', now.id);
};

/** Realtime handlers and queries of the order lists and of the counts. */
export const ordersLive: TabLive = { queries: [ORDERS, COUNTS], handlers: { order: onOrderMessage } };
