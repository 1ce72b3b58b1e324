import {
  PANEL_PAGE_ROWS,
  accountCalls,
  orderCalls,
  orderContextCalls,
  userCalls,
  type AccountEvent,
  type AdminTicket,
  type LedgerEntry,
  type StaffOrder,
} from '@pax/contracts';
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { callApi, queryKeyFor } from '../../../lib/http/call-api';
import { readPage, type ListCall } from '../../../lib/http/paged-list';
import { useHasRight } from '../access/rights';

/** One item in the history of an account: order, ledger entry, ticket or security event. */
export type HistoryItem = { readonly key: string; readonly at: string } & (
  | { readonly kind: 'orders'; readonly order: StaffOrder }
  | { readonly kind: 'money'; readonly entry: LedgerEntry }
  | { readonly kind: 'tickets'; readonly ticket: AdminTicket }
  | { readonly kind: 'security'; readonly event: AccountEvent }
);
export type HistoryKind = HistoryItem['kind'];

/** Loaded history items of one kind, newest first. */
export interface HistoryStream {
  readonly items: readonly HistoryItem[];
  /** True when older items are not loaded yet. */
  readonly hasMore: boolean;
}

/**
 * Merges histories by time. Ends where one of them has items not loaded yet, so that later pages insert nothing above.
 */
export function mergeHistory(streams: readonly HistoryStream[]): HistoryItem[] {
  const horizon = streams
    .flatMap(({ items, hasMore }) => (hasMore ? [items.at(-1)?.at ?? ''] : []))
    .reduce((latest, at) => (at > latest ? at : latest), '');
  return streams
    .flatMap(({ items }) => items)
    .filter(({ at }) => at >= horizon)
    .toSorted((one, other) => other.at.localeCompare(one.at));
}

const STORY = ['panel', 'story'] as const;

/** Loads the account that bought an order, which the order's sheet shows. */
export const useOrderBuyer = ({ id, userId }: Pick<StaffOrder, 'id' | 'userId'>) =>
  useQuery({
    // Begins with the address, as the lists of orders do, so that the card is refetched with them after a gap.
    queryKey: [...queryKeyFor(orderContextCalls.orderBuyer, { id }), userId],
    queryFn: ({ signal }) => callApi(orderContextCalls.orderBuyer, { params: { id }, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

/** Refetches the account's card on the sheet of an order. */
export const refetchOrderBuyer = (client: QueryClient, userId: number): void =>
  void client.invalidateQueries({
    queryKey: queryKeyFor(orderCalls.activeOrders),
    predicate: ({ queryKey }) => queryKey.at(-2) === 'buyer' && queryKey.at(-1) === userId,
  });

/** Refetches what is shown of an account: the loaded part of its history, and its card beside an order. */
export function refetchUserHistory(client: QueryClient, userId: number): void {
  void client.invalidateQueries({ queryKey: [...STORY, userId] });
  refetchOrderBuyer(client, userId);
}

/** Loads the history items of one kind page by page; refetched whenever the history is shown. */
function useHistoryStream(
  { id, kind, enabled }: { readonly id: number; readonly kind: HistoryKind; readonly enabled: boolean },
  call: ListCall,
  itemOf: (entry: never) => HistoryItem,
) {
  const list = useInfiniteQuery({
    queryKey: [...STORY, id, kind],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      await readPage(call, { limit: String(PANEL_PAGE_ROWS), cursor: pageParam }, signal, { id }),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchOnMount: 'always',
    enabled,
  });
  const { data, hasNextPage } = list;
  // The entries need no further check, because the call's schema has already parsed them.
  const entries = (data?.pages.flatMap(({ items }) => items) ?? []) as readonly never[];
  return { ...list, stream: { items: entries.map(itemOf), hasMore: hasNextPage } };
}

/** Loads all kinds of an account's history that the user has the right to see. */
export function useUserHistory(id: number) {
  const can = useHasRight();
  const orders = useHistoryStream(
    { id, kind: 'orders', enabled: can('orders') },
    userCalls.userOrders,
    (order: StaffOrder) => ({
      key: `order-${order.id}`,
      at: order.createdAt,
      kind: 'orders',
      order,
    }),
  );
  const money = useHistoryStream(
    { id, kind: 'money', enabled: can('money') },
    accountCalls.userLedger,
    (entry: LedgerEntry) => ({
      key: `${entry.balance}-${entry.id}`,
      at: entry.createdAt,
      kind: 'money',
      entry,
    }),
  );
  const tickets = useHistoryStream(
    { id, kind: 'tickets', enabled: can('tickets') },
    userCalls.userTickets,
    (ticket: AdminTicket) => ({ key: `ticket-${ticket.id}`, at: ticket.createdAt, kind: 'tickets', ticket }),
  );
  const security = useHistoryStream(
    { id, kind: 'security', enabled: true },
    userCalls.userEvents,
    (event: AccountEvent) => ({ key: event.id, at: event.createdAt, kind: 'security', event }),
  );
  return { orders, money, tickets, security };
}
