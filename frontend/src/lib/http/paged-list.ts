import {
  type UseInfiniteQueryResult,
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  PANEL_PAGE_ROWS,
  type CallAnswer,
  type CallDefinition,
  type CallInput,
  type listQuery,
} from '@pax/contracts';
import { isRecord } from '../values/is-record';
import { queryKeyFor, requestList } from './call-api';
import { readWithinLimit, parseAnswer } from './fetcher';
import { parseStreamSeq } from './stream-seqs';

interface LoadMore {
  /** Requests one more page, also after a failure. */
  readonly more: () => void;
  readonly isLoadingMore: boolean;
}

/**
 * Loads one more page of a list on request, after a running refetch: the refetch would cancel the page's request, and
 * the page might not continue refetched ones.
 */
export function useLoadMore<E>(list: UseInfiniteQueryResult<LoadedRows<E>>, onFailed?: () => void): LoadMore {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const pages = data?.pages ?? 0;
  /** Number of loaded pages at the time when one more page was requested. */
  const [wantedAfter, setWantedAfter] = useState<number>();
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  // The component re-renders when a request ended, because a cancelled one changes no other state.
  const [, setEnded] = useState(0);
  const onEnded = useCallback((result: { readonly isFetchNextPageError: boolean }) => {
    if (result.isFetchNextPageError) failed.current?.();
    setEnded((count) => count + 1);
  }, []);
  const loadNextPage = () => void fetchNextPage({ cancelRefetch: false }).then(onEnded);

  const isMissing = hasNextPage && wantedAfter === pages && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing && !isFetching) loadNextPage();
  });

  const requestMore = () => {
    setWantedAfter(pages);
    if (isFetchNextPageError) loadNextPage();
  };
  return { more: requestMore, isLoadingMore: isFetchingNextPage || isMissing };
}

/** Rows of a list, in the sort order of the server. */
export interface Rows<E> {
  readonly items: readonly E[];
  /** Number of all rows in the list, including those not loaded. */
  readonly total: number;
  /** True when the server stopped counting at `total`, so that the list has more rows. */
  readonly isCapped: boolean;
  /** Cursor of the next page; undefined when there is none. */
  readonly next: string | undefined;
}

/** One page of a list as the server sent it; the first page's `total` counts for the whole list. */
export interface Page<E> extends Rows<E> {
  /** Number of the room's newest message when the page was read; stored with the rows, so that both change together. */
  readonly seq: number | undefined;
}

/** Rows of all loaded pages of a list. */
export interface LoadedRows<E> extends Rows<E> {
  readonly pages: number;
}

/** Cached data of a paged list. */
export type PagedData<E> = InfiniteData<Page<E>, string | undefined>;

/** Query parameters of a list; empty ones are not sent. */
type ListFilter = Readonly<Record<string, string>>;

/** Call that answers a list page by page. */
export interface ListCall extends CallDefinition {
  readonly method: 'GET';
  readonly query: typeof listQuery;
}
/** Values for the placeholders in the path of a list call, such as the owner's id. */
type PathParams = Readonly<Record<string, string | number>>;
type ItemOf<C extends ListCall> = CallAnswer<C> extends readonly (infer E)[] ? E : never;

/** Tells whether cached data belong to a list that is loaded page by page. */
export const isPagedData = (data: unknown): data is PagedData<unknown> =>
  isRecord(data) && Array.isArray(data['pages']) && Array.isArray(data['pageParams']);

/** Returns the cursor of the next page, which the header `Link: <…?cursor=…>; rel="next"` contains. */
export function nextCursorOf(link: string | null): string | undefined {
  const address = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return undefined;
  return new URL(address, 'http://shop.invalid').searchParams.get('cursor') ?? undefined;
}

/** Reads one page of a list; aborted together with its query or by the time limit. */
export async function readPage<C extends ListCall>(
  call: C,
  query: CallInput<ListCall>['query'],
  asker: AbortSignal,
  params?: PathParams,
): Promise<Page<ItemOf<C>>>;
export async function readPage(
  call: ListCall,
  query: CallInput<ListCall>['query'],
  asker: AbortSignal,
  params: PathParams = {},
): Promise<Page<unknown>> {
  return await readWithinLimit(asker, async (signal) => {
    const answer = await requestList(call, { params, query, signal });
    const items: unknown = await parseAnswer(call, answer);
    if (!Array.isArray(items)) throw new Error(`${call.path}: the answer is no list.`);
    return {
      items,
      total: Number(answer.headers.get('x-total-count') ?? items.length),
      isCapped: answer.headers.get('x-total-count-capped') === 'true',
      next: nextCursorOf(answer.headers.get('link')),
      seq: parseStreamSeq(answer.headers.get('stream-seq')),
    };
  });
}

/** Returns the query key of a paged list: its address, then the query parameters. */
export const pagedQueryKey = (call: ListCall, filter: ListFilter = {}): readonly unknown[] => [
  ...queryKeyFor<ListCall>(call),
  filter,
];

/** Returns the query parameters that are sent, which are all non-empty ones. */
const sentParametersOf = (filter: ListFilter): ListFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** Requests the number of rows in a list, by reading only its first row. */
const fetchListCount = (call: ListCall, filter: ListFilter): Promise<Page<unknown>> =>
  readPage(call, { limit: '1', ...sentParametersOf(filter) }, new AbortController().signal);

/** Returns the options of `useInfiniteQuery` for a list call; the server filters and sorts. */
export function pagedQueryOptions<C extends ListCall>(call: C, filter: ListFilter = {}) {
  const asked = sentParametersOf(filter);
  return infiniteQueryOptions({
    queryKey: pagedQueryKey(call, filter),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Page<ItemOf<C>>> =>
      await readPage(call, { limit: String(PANEL_PAGE_ROWS), cursor: pageParam, ...asked }, signal),
    getNextPageParam: ({ next }) => next,
  });
}

const isListFilter = (last: unknown): last is ListFilter =>
  isRecord(last) && Object.values(last).every((value) => typeof value === 'string');

/** Loaded list with its query parameters, and a function that requests its current number of rows. */
interface LoadedList {
  readonly key: QueryKey;
  readonly filter: ListFilter;
  readonly count: () => Promise<Page<unknown>>;
}

/** Finds all loaded lists of a call, each with other query parameters. */
export const findLoadedLists = (client: QueryClient, call: ListCall): LoadedList[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: queryKeyFor<ListCall>(call) })
    .flatMap(({ queryKey }) => {
      const filter = queryKey.at(-1);
      return isListFilter(filter) && queryKey.length === queryKeyFor<ListCall>(call).length + 1
        ? [{ key: queryKey, filter, count: async () => await fetchListCount(call, filter) }]
        : [];
    });

/**
 * Collects the rows of all pages. A row that is on several pages appears once, in its newest version; one without
 * versions as it was read first.
 */
export function collectRows<E extends { readonly id: number; readonly version?: number }>({
  pages,
}: PagedData<E>): LoadedRows<E> {
  const newest = new Map<number, E>();
  for (const item of pages.flatMap(({ items }) => items)) {
    const known = newest.get(item.id);
    if (!known || (known.version ?? 0) < (item.version ?? 0)) newest.set(item.id, item);
  }
  return {
    items: pages.flatMap(({ items }) => items.filter((item) => newest.get(item.id) === item)),
    total: pages[0]?.total ?? 0,
    isCapped: pages[0]?.isCapped ?? false,
    next: pages.at(-1)?.next,
    pages: pages.length,
  };
}
