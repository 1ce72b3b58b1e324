import { orderCalls, type CallInput, type Order } from '@pax/contracts';
import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { callKey, requestCall } from '../../../lib/http/call-api';
import { readInTime } from '../../../lib/http/fetcher';
import { parseAnswer } from '../../../lib/http/parse-answer';
import { noteStreamSeq } from '../../../lib/http/stream-seqs';
import { isKnown, upsertInto, type OrderListName, type OrderLists, type OrderList } from './order-list';

const CALLS = { active: orderCalls.activeOrders, archived: orderCalls.archivedOrders } as const;
/** Query keys of the two lists. */
export const ORDER_LIST_KEYS = { active: callKey(CALLS.active), archived: callKey(CALLS.archived) } as const;
export const ORDER_LIST_NAMES = ['active', 'archived'] as const satisfies readonly OrderListName[];

/** Maximum page size of the API. */
const PAGE = 500;
/** Limit of loaded active orders; more appear when these are archived. */
const MAX_ACTIVE = 10_000;

interface Page extends OrderList {
  readonly seq: string | null;
}

/** Reads one page; aborted with its query or by the timeout (OWN-302). */
const readPage = async (
  name: OrderListName,
  query: CallInput<typeof orderCalls.activeOrders>['query'],
  asker: AbortSignal = new AbortController().signal,
): Promise<Page> =>
  await readInTime(asker, async (signal) => {
    const answer = await requestCall(CALLS[name], { query, signal });
    const orders = await parseAnswer(CALLS[name], answer);
    return {
      orders,
      total: Number(answer.headers.get('x-total-count') ?? orders.length),
      next: cursorOf(answer.headers.get('link')),
      seq: answer.headers.get('stream-seq'),
    };
  });

/** The cursor that `Link: <…?cursor=…>; rel="next"` names. */
export function cursorOf(link: string | null): string | undefined {
  const address = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://shop.invalid').searchParams.get('cursor') ?? undefined;
}

/** Loads the remaining pages, up to the limit. */
async function readRest(name: OrderListName, first: Page, signal: AbortSignal): Promise<OrderList> {
  let { orders, next } = first;
  while (next !== undefined && orders.length < MAX_ACTIVE) {
    const page = await readPage(name, { limit: String(PAGE), cursor: next }, signal);
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
    const { seq, ...first } = await readPage(name, { limit: String(PAGE) }, signal);
    const list = name === 'active' ? await readRest(name, { ...first, seq }, signal) : first;
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
    const page = await readPage('archived', { limit: String(PAGE), cursor: before.next });
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
    queryFn: async ({ signal }) => (await readPage('archived', { limit: '100', q: search }, signal)).orders,
  });
