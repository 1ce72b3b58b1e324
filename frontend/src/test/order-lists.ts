import type { StaffOrder, AdminCounts } from '@pax/contracts';
import type { QueryClient } from '@tanstack/react-query';
import {
  type Page,
  pagedQueryKey,
  collectRows,
  type LoadedRows,
  type PagedData,
} from '../lib/http/paged-list';
import {
  toOrderQuery,
  orderListRuleFor,
  type OrderListName,
  ORDER_CALLS,
} from '../features/panel/orders/order-list-cache';
import { COUNTS } from '../features/panel/shared/panel-counts';
import { recordStreamSeq } from '../lib/http/stream-seqs';
import { fakeResponse } from './fake-response';

/** One page of a list in the cache. */
export const pageOf = <E>(items: readonly E[], changes: Partial<Page<E>> = {}): Page<E> => ({
  items,
  total: items.length,
  isCapped: false,
  next: undefined,
  seq: undefined,
  ...changes,
});

/** An order for tests: a paid one of coins, waiting to be taken. */
export const order = (changes: Partial<StaffOrder> = {}): StaffOrder => ({
  id: 1,
  userId: 12,
  username: 'nova',
  productId: 3,
  productName: '50M Coins',
  category: 'coins',
  discordUsername: 'nova.mines',
  minecraftName: 'NovaMiner',
  quantity: 1,
  coins: 50_000_000,
  totalPrice: '8.50',
  status: 'pending',
  paymentStatus: 'paid',
  kind: 'purchase',
  priority: false,
  createdAt: '2025-11-03T20:15:00.000Z',
  dueAt: '2025-11-03T20:45:00.000Z',
  completedAt: null,
  archivedAt: null,
  cancelledAt: null,
  referralCode: null,
  referralDiscount: '0.00',
  checkout: 'AAAAAAAAAAAAAAAAAAAAAA',
  processedBy: null,
  processedById: null,
  version: 1,
  ...changes,
});

/** Parameters of both order lists when their tabs are opened. */
export const PRESET = toOrderQuery('all', 'newest', '');
export const orderKey = (name: OrderListName) => pagedQueryKey(ORDER_CALLS[name], PRESET);

/** Puts the panel's lists and counts into a cache, as if they had been read at a stream position. */
export function fillOrderLists(
  client: QueryClient,
  lists: { readonly [L in OrderListName]?: readonly StaffOrder[] },
  seq?: number,
): void {
  for (const name of ['active', 'archived'] as const)
    client.setQueryData<PagedData<StaffOrder>>(orderKey(name), {
      pages: [pageOf(lists[name] ?? [], { seq })],
      pageParams: [undefined],
    });
  const [active, archived] = [lists.active ?? [], lists.archived ?? []];
  client.setQueryData(COUNTS, { ...countsFor(active), archived: archived.length });
  recordStreamSeq(client, COUNTS, seq === undefined ? null : String(seq));
}

/** Reads the panel's lists from the cache. */
export function orderListsIn(
  client: QueryClient,
): Readonly<Record<OrderListName, LoadedRows<StaffOrder> | undefined>> {
  const rows = (name: OrderListName) => {
    const data = client.getQueryData<PagedData<StaffOrder>>(orderKey(name));
    return data && collectRows(data);
  };
  return { active: rows('active'), archived: rows('archived') };
}

/** Answers a list of orders filtered and sorted by its address, like the server. */
export const answerOrders =
  (name: OrderListName, orders: () => readonly StaffOrder[]) =>
  (_body: unknown, { searchParams }: URL): Response => {
    const asked = (field: string) => searchParams.get(field) ?? '';
    const { includes, compare } = orderListRuleFor(name, {
      state: asked('state'),
      sort: asked('sort'),
      q: asked('q'),
    });
    return fakeResponse(orders().filter(includes).toSorted(compare));
  };

/** Counts of the sidebar for given active orders. */
export const countsFor = (active: readonly StaffOrder[]): AdminCounts => ({
  orders: active.length,
  openOrders: active.filter(({ status }) => status !== 'completed').length,
  archived: 0,
  users: 0,
  tickets: 0,
  endedTickets: 0,
});
