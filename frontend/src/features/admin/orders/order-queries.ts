import { orderCalls } from '@pax/contracts';
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { pagedQuery, readPage, rowsOf } from '../../../lib/http/paged-list';
import { ORDER_LISTS, type OrderListName } from './order-list';

const QUERIES = {
  active: pagedQuery(orderCalls.activeOrders),
  archived: pagedQuery(orderCalls.archivedOrders),
} as const;

/** A list of orders, page by page. */
export const useOrderList = (name: OrderListName) => useInfiniteQuery({ ...QUERIES[name], select: rowsOf });

/** Refetches both lists, because what is shown is out of date. */
export const invalidateOrderLists = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ORDER_LISTS.active.key });

/** Whether a read of a list is on its way, which may hold what was before. */
export const isReadingOrders = (client: QueryClient): boolean =>
  client.isFetching({ queryKey: ORDER_LISTS.active.key }) > 0;

/** Asks the server for archived orders that are not loaded; `search` empty asks nothing. */
export const useArchiveSearch = (search: string) =>
  useQuery({
    queryKey: [...ORDER_LISTS.archived.key, 'search', search],
    enabled: search !== '',
    gcTime: 30_000,
    staleTime: 10_000,
    queryFn: async ({ signal }) =>
      (await readPage(orderCalls.archivedOrders, { limit: '100', q: search }, signal)).items,
  });
