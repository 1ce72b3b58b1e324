import type { Order } from '@pax/contracts';
import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { addressOf, request } from '../../../lib/http/fetcher';
import { noteStreamSeq } from '../../../lib/http/stream-seqs';
import { isKnown, upsertInto, type OrderListName, type OrderLists, type OrderList } from './order-list';

const ORDERS = ['api', 'admin', 'orders'] as const;
/** Query keys of the two lists: the segments of their addresses. */
export const ORDER_LIST_KEYS = { active: ORDERS, archived: [...ORDERS, 'archived'] } as const;
export const ORDER_LIST_NAMES = ['active', 'archived'] as const satisfies readonly OrderListName[];

/** Maximum page size of the API. */
const PAGE = 500;
/** Limit of loaded active orders; more appear when these are archived. */
const MAX_ACTIVE = 10_000;

interface Page extends OrderList {
  readonly seq: string | null;
}

async function readPage(
  address: string,
  search: Record<string, string>,
  signal?: AbortSignal,
): Promise<Page> {
  const answer = await request(`${address}?${new URLSearchParams(search).toString()}`, { signal });
  const orders: Order[] = await answer.json();
  return {
    orders,
    total: Number(answer.headers.get('x-total-count') ?? orders.length),
    next: cursorOf(answer.headers.get('link')),
    seq: answer.headers.get('stream-seq'),
  };
}

/** The cursor that `Link: <…?cursor=…>; rel="next"` names. */
export function cursorOf(link: string | null): string | undefined {
  const address = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://shop.invalid').searchParams.get('cursor') ?? undefined;
}

/** Loads the remaining pages, up to the limit. */
async function readRest(address: string, first: Page, signal: AbortSignal): Promise<OrderList> {
  let { orders, next } = first;
  while (next !== undefined && orders.length < MAX_ACTIVE) {
    const page = await readPage(address, { limit: String(PAGE), cursor: next }, signal);
    orders = [...orders, ...page.orders];
    ({ next } = page);
  }
  return { orders, next, total: first.total };
}

/**
 * Fetches a list: the active one completely, of the archive the first page. The stream position is the first
 * response's.
 */
const fetchOrderList =
  (name: OrderListName) =>
  async ({ queryKey, signal, client }: QueryFunctionContext): Promise<OrderList> => {
    const address = addressOf(queryKey);
    const { seq, ...first } = await readPage(address, { limit: String(PAGE) }, signal);
    const list = name === 'active' ? await readRest(address, { ...first, seq }, signal) : first;
    noteStreamSeq(client, queryKey, seq);
    return list;
  };

const orderListQuery = (name: OrderListName) =>
  queryOptions<OrderList>({ queryKey: ORDER_LIST_KEYS[name], queryFn: fetchOrderList(name) });

export const useOrderList = (name: OrderListName) => useQuery(orderListQuery(name));

export const getOrderLists = (client: QueryClient): OrderLists => ({
  active: client.getQueryData<OrderList>(ORDER_LIST_KEYS.active),
  archived: client.getQueryData<OrderList>(ORDER_LIST_KEYS.archived),
});

/** Writes a response into both lists, unless they contain a newer version. */
export function upsertOrder(client: QueryClient, order: Order): void {
  if (isKnown(getOrderLists(client), order)) return;
  for (const name of ORDER_LIST_NAMES) {
    client.setQueryData<OrderList>(ORDER_LIST_KEYS[name], (list) => list && upsertInto(name, list, order));
  }
}

/** Refetches both lists, because what is shown is out of date. */
export const invalidateOrderLists = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ORDER_LIST_KEYS.active });

/** Loads the next page of the archive. */
export function useMoreArchived(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const key = ORDER_LIST_KEYS.archived;
    const before = client.getQueryData<OrderList>(key);
    if (before?.next === undefined) return;
    const page = await readPage(addressOf(key), { limit: String(PAGE), cursor: before.next });
    client.setQueryData<OrderList>(key, (list) => {
      if (!list) return list;
      const known = new Set(list.orders.map(({ id }) => id));
      const orders = [...list.orders, ...page.orders.filter(({ id }) => !known.has(id))];
      return { ...list, orders, next: page.next };
    });
  };
}

/** Asks the server for archived orders that are not loaded; `search` empty asks nothing. */
export const useArchiveSearch = (search: string) =>
  useQuery({
    queryKey: [...ORDER_LIST_KEYS.archived, 'search', search],
    enabled: search !== '',
    gcTime: 30_000,
    staleTime: 10_000,
    queryFn: async ({ signal }) =>
      (await readPage(addressOf(ORDER_LIST_KEYS.archived), { limit: '100', q: search }, signal)).orders,
  });
