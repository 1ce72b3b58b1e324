import { operationCalls, type AdminCounts, type EventType, type RoomMessage } from '@pax/contracts';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { findQuery } from '../../../lib/http/cached-query';
import { queryKeyFor, queryOptionsFor } from '../../../lib/http/call-api';
import { applyToQuery } from '../../../lib/realtime/apply-message';
import { newestSeqOf } from '../../../lib/realtime/stream-position';
import { formatCount, formatNumber } from '../../../lib/values/format';

export const COUNTS = queryKeyFor(operationCalls.counts);

/** Returns the counts next to tabs and filters; undefined until they are loaded. */
export const usePanelCounts = () => useQuery(queryOptionsFor(operationCalls.counts)).data;

export type CountsChange = Partial<AdminCounts>;

const ARRIVAL: CountsChange = { orders: 1, openOrders: 1 };
const ANSWER: CountsChange = { tickets: -1, endedTickets: 1 };
/** Change of the counts by event. The event implies the old status, because only legal transitions happen. */
const CHANGES: Partial<Record<EventType, CountsChange>> = {
  'order.paid': ARRIVAL,
  'order.unconfirmed': ARRIVAL,
  'order.completed': { openOrders: -1 },
  'order.reopened': { openOrders: 1 },
  'order.archived': { orders: -1, archived: 1 },
  'order.unarchived': { orders: 1, archived: -1 },
  'order.cancelled': { orders: -1, openOrders: -1, archived: 1 },
  'ticket.opened': { tickets: 1 },
  'ticket.answered': ANSWER,
  'ticket.closed': ANSWER,
  'user.registered': { users: 1 },
};

/** Adds a change to the counts. */
export const addToCounts = (counts: AdminCounts, change: CountsChange): AdminCounts => ({
  orders: counts.orders + (change.orders ?? 0),
  openOrders: counts.openOrders + (change.openOrders ?? 0),
  archived: counts.archived + (change.archived ?? 0),
  users: counts.users + (change.users ?? 0),
  tickets: counts.tickets + (change.tickets ?? 0),
  endedTickets: counts.endedTickets + (change.endedTickets ?? 0),
});

/**
 * Applies a message to the counts.
 *
 * @returns whether the counts did not contain the message yet; false while they are not loaded
 */
export function applyMessageToCounts(client: QueryClient, message: RoomMessage): boolean {
  const seq = newestSeqOf(client, COUNTS);
  if (findQuery(client, COUNTS)?.state.data === undefined || (seq !== undefined && message.seq <= seq))
    return false;
  applyToQuery<AdminCounts>(client, COUNTS, message, (counts) =>
    addToCounts(counts, CHANGES[message.type] ?? {}),
  );
  return true;
}

/** Units of abbreviated counts, the largest first. */
const STEPS = [
  { from: 1e9, letter: 'B' },
  { from: 1e6, letter: 'M' },
  { from: 1e3, letter: 'k' },
] as const;

/** Formats a count in at most five characters, rounded down: 999, 9.9k, 28.7k, 128k, 1.2M. */
export function abbreviateCount(count: number): string {
  const step = STEPS.find(({ from }) => count >= from);
  if (!step) return String(count);
  const tenths = Math.floor((count * 10) / step.from);
  const shown = tenths < 1_000 ? tenths / 10 : Math.floor(tenths / 10);
  return formatNumber(shown) + step.letter;
}

/** Formats the count of a tab, in full for its name or abbreviated for its icon. */
export const formatTabCount = (count: number | undefined, short: boolean): string | undefined =>
  count === undefined ? undefined : (short ? abbreviateCount : formatCount)(count);

/**
 * Returns the text for the number of rows in a list; the server stops counting at 10,000.
 *
 * @param counted the count next to the tab, used while there is no search
 */
export const formatListTotal = (
  list: { readonly total: number; readonly isCapped: boolean } | undefined,
  counted?: number,
): string | undefined =>
  list?.isCapped && counted !== undefined
    ? formatCount(counted)
    : list && `${formatCount(list.total)}${list.isCapped ? '+' : ''}`;
