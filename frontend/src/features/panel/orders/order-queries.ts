import { orderCalls, type StaffOrder } from '@pax/contracts';
import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { pagedQueryOptions, collectRows } from '../../../lib/http/paged-list';
import { addToCounts, formatTabCount, usePanelCounts } from '../shared/panel-counts';
import type { CountProps } from '../shared/panel-tab';
import {
  orderListRuleFor,
  viewContextOf,
  type OrderListName,
  type OrderQuery,
  ORDER_CALLS,
  ORDERS,
} from './order-list-cache';
import {
  computeCountsChange,
  findPendingOrders,
  usePendingStatuses,
  applyPendingStatuses,
  applyPendingStatus,
} from './pending-transitions';

/** Interval at which the views that change with the time are fetched, ms. */
const VIEWS_REFETCH_MS = 15_000;

/** Returns how many open orders are in each view; undefined until they are loaded. */
export const useOrderViewCounts = () =>
  useQuery({ ...queryOptionsFor(orderCalls.orderViews), refetchInterval: VIEWS_REFETCH_MS }).data;

/** Loads a list of orders page by page; the server filters and sorts. */
export const useOrderList = (name: OrderListName, query: OrderQuery) =>
  useInfiniteQuery({
    ...pagedQueryOptions(ORDER_CALLS[name], query),
    select: collectRows,
    placeholderData: (before) => before,
    // Orders become due soon or overdue without a message.
    refetchInterval: /,(soon|overdue)$/.test(query.state) ? VIEWS_REFETCH_MS : false,
  });

/** Returns a list of orders in which started transitions are already visible, in status and position. */
export function useOrdersWithPendingStatus(name: OrderListName, query: OrderQuery) {
  const client = useQueryClient();
  const list = useOrderList(name, query);
  const pending = usePendingStatuses();
  const rows = useMemo(
    () =>
      list.data &&
      applyPendingStatuses(
        client,
        pending,
        list.data,
        orderListRuleFor(name, query, () => viewContextOf(client)),
      ),
    [client, list.data, name, pending, query],
  );
  return { list, rows };
}

/** Loads the order of the open sheet, which the list may not contain (any more). */
export function useOrderOfSheet(id: number | undefined, row: StaffOrder | undefined): StaffOrder | undefined {
  const pending = usePendingStatuses();
  const { data } = useQuery({
    ...queryOptionsFor(orderCalls.order, { id: id ?? 0 }),
    enabled: id !== undefined,
    initialData: row,
  });
  const newest = data && row && row.version > data.version ? row : (data ?? row);
  return id === undefined || !newest ? undefined : applyPendingStatus(newest, pending);
}

/** Refetches all lists of orders, because the shown ones are outdated. */
export const refetchOrderLists = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ORDERS });

/** Tells whether orders are being fetched; such an answer may be older than a change made meanwhile. */
export const isFetchingOrders = (client: QueryClient): boolean => client.isFetching({ queryKey: ORDERS }) > 0;

/** Returns the counts of orders; an order with a started transition counts with its target status. */
export function useOrderCounts() {
  const client = useQueryClient();
  const counts = usePanelCounts();
  const pending = usePendingStatuses();
  return useMemo(
    () =>
      counts &&
      findPendingOrders(client, pending).reduce(
        (sum, { before, now }) => addToCounts(sum, computeCountsChange(before.status, now.status)),
        counts,
      ),
    [client, counts, pending],
  );
}

export const ActiveOrderCount = ({ short = false }: CountProps) =>
  formatTabCount(useOrderCounts()?.orders, short);
export const ArchivedOrderCount = ({ short = false }: CountProps) =>
  formatTabCount(useOrderCounts()?.archived, short);
