import { orderCalls, ticketCalls, userCalls } from '@pax/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../../lib/http/call-api';
import { ApiError } from '../../../lib/http/fetcher';
import { readPage } from '../../../lib/http/paged-list';
import { ORDER_CALLS, isActiveStatus } from '../orders/order-list-cache';
import type { RegisteredTab } from '../layout/panel-tabs';

/** Pause in typing after which the search is sent, ms. */
const TYPING_PAUSE_MS = 150;
/** Rows that are shown of each list. */
const SHOWN_ROWS = 4;

/** First rows that a search found in one list. */
export interface FoundRows<E> {
  readonly items: readonly E[];
  /** True when the list has more rows that match. */
  readonly hasMore: boolean;
}

/** Returns the number that a text is, with or without `#`; undefined if it is none that a row could have. */
export function parseRowNumber(text: string): number | undefined {
  const digits = /^#?([1-9]\d{0,8})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the first rows for a search; the one whose number was typed comes first. */
export function pickRows<E extends { readonly id: number }>(rows: readonly E[], text: string): FoundRows<E> {
  const id = parseRowNumber(text);
  const items = rows.toSorted((one, other) => Number(other.id === id) - Number(one.id === id));
  return { items: items.slice(0, SHOWN_ROWS), hasMore: items.length > SHOWN_ROWS };
}

async function unlessMissing<E>(row: Promise<E>): Promise<E | undefined> {
  try {
    return await row;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Reads what has the typed number apart, because many newer rows may have it in a name. */
async function searchLists(text: string, tabs: ReadonlySet<string>, signal: AbortSignal) {
  const query = { q: text, limit: String(SHOWN_ROWS + 1) };
  const id = parseRowNumber(text);
  const input = id === undefined ? undefined : { params: { id }, signal };
  const order = input && tabs.has('orders') ? unlessMissing(callApi(orderCalls.order, input)) : undefined;
  const orderIf = async (isActive: boolean) => {
    const row = await order;
    return row && isActiveStatus(row.status) === isActive ? row : undefined;
  };
  const searchList = async <E extends { readonly id: number }>(
    tab: RegisteredTab['id'],
    read: () => Promise<{ readonly items: readonly E[] }>,
    readNumbered: () => Promise<E | undefined> | undefined,
  ) => {
    if (!tabs.has(tab)) return pickRows<E>([], text);
    const [{ items }, numbered] = await Promise.all([read(), readNumbered()]);
    return pickRows(numbered ? [numbered, ...items.filter((row) => row.id !== numbered.id)] : items, text);
  };
  const results = await Promise.allSettled([
    searchList(
      'orders',
      () => readPage(ORDER_CALLS.active, query, signal),
      () => orderIf(true),
    ),
    searchList(
      'archived',
      () => readPage(ORDER_CALLS.archived, query, signal),
      () => orderIf(false),
    ),
    searchList(
      'users',
      () => readPage(userCalls.users, query, signal),
      () => input && unlessMissing(callApi(userCalls.user, input)),
    ),
    searchList(
      'tickets',
      () => readPage(ticketCalls.adminTickets, query, signal),
      () => input && unlessMissing(callApi(ticketCalls.adminTicket, input)),
    ),
  ]);
  const [orders, archived, users, tickets] = results;
  signal.throwIfAborted();
  const rowsOf = <E>(result: PromiseSettledResult<E>) =>
    result.status === 'fulfilled' ? result.value : undefined;
  return {
    orders: rowsOf(orders),
    archived: rowsOf(archived),
    users: rowsOf(users),
    tickets: rowsOf(tickets),
    hasFailed: results.some(({ status }) => status === 'rejected'),
  };
}

/**
 * Searches the lists of the visible tabs by their own calls, once typing pauses.
 *
 * @returns what was found, that of an earlier text until the answer for `text` is there, which `isCurrent` tells
 */
export function usePaletteSearch(text: string, tabs: readonly RegisteredTab[]) {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isPlaceholderData, refetch } = useQuery({
    queryKey: ['panel', 'palette', asked],
    queryFn: async ({ signal }) => await searchLists(asked, new Set(tabs.map(({ id }) => id)), signal),
    enabled: asked !== '' && text !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const isCurrent = text === '' || (asked === text && data !== undefined && !isPlaceholderData);
  return { found: text === '' ? undefined : data, isCurrent, retry: () => void refetch() };
}
