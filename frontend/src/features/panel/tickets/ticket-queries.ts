import {
  ticketCalls,
  ticketRecency,
  type AdminTicket,
  isOpenTicket,
  OPEN_TICKET_STATUSES,
  TICKET_PRIORITIES,
  TICKET_SORTS,
  TICKET_STATUSES,
  type RoomMessage,
  type TicketSort,
  adminTicket,
} from '@pax/contracts';
import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { queryOptionsFor, queryKeyFor } from '../../../lib/http/call-api';
import { pagedQueryOptions, collectRows, findLoadedLists } from '../../../lib/http/paged-list';
import { formatTabCount, usePanelCounts, applyMessageToCounts } from '../shared/panel-counts';
import type { CountProps, TabLive } from '../shared/panel-tab';
import { applyEntity, findInLists, type LiveList } from '../../../lib/realtime/apply-message';
import type { ListRule } from '../../../lib/realtime/place-entity';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { markUnseen, markSeen } from '../shared/unseen-rows';
import { refetchUserHistory } from '../users/history-queries';

/** Loads a list of tickets page by page; the server filters and sorts. */
export const useTicketList = (query: TicketQuery) =>
  useInfiniteQuery({
    ...pagedQueryOptions(ticketCalls.adminTickets, query),
    select: collectRows,
    placeholderData: (before) => before,
  });

/** Loads the ticket of the open sheet, which the list may not contain (any more). */
export function useTicketOfSheet(
  id: number | undefined,
  row: AdminTicket | undefined,
): AdminTicket | undefined {
  const { data } = useQuery({
    ...queryOptionsFor(ticketCalls.adminTicket, { id: id ?? 0 }),
    enabled: id !== undefined,
    initialData: row,
  });
  if (id === undefined) return undefined;
  return data && row && row.version > data.version ? row : (data ?? row);
}

/** Loads the internal notes of a ticket; sends no request if `count` is 0. */
export const useTicketNotes = (id: number, count: number) => {
  const { queryKey, ...query } = queryOptionsFor(ticketCalls.ticketNotes, { id });
  return useQuery({ ...query, queryKey, enabled: count > 0, staleTime: 60_000 });
};

/** Number of waiting tickets, next to the tab's name. */
export const WaitingTicketCount = ({ short = false }: CountProps) =>
  formatTabCount(usePanelCounts()?.tickets, short);

/** Prefix of the query keys of all ticket lists and of single tickets. */
export const TICKETS_KEY = queryKeyFor(ticketCalls.adminTickets);

export const TICKET_VIEWS = ['open', 'done', 'all'] as const;
/** View of the tickets: waiting ones (open or in progress), done ones (resolved or closed), or all. */
export type TicketView = (typeof TICKET_VIEWS)[number];
export const isTicketView = (name: string): name is TicketView =>
  TICKET_VIEWS.some((known) => known === name);
export const isTicketSort = (name: string): name is TicketSort =>
  TICKET_SORTS.some((known) => known === name);

/** Returns the default sort order of a view: waiting tickets by urgency, done ones newest first. */
export const defaultTicketSortFor = (view: TicketView): TicketSort => (view === 'done' ? 'newest' : 'urgent');

/** Query parameters of a list of tickets; also the last part of the list's query key. */
type TicketQuery = Readonly<Record<'state' | 'sort' | 'q', string>>;

const STATES: Readonly<Record<TicketView, string>> = {
  open: OPEN_TICKET_STATUSES.join(','),
  done: TICKET_STATUSES.filter((status) => !isOpenTicket(status)).join(','),
  all: '',
};
export const toTicketQuery = (view: TicketView, sort: TicketSort, search: string): TicketQuery => ({
  state: STATES[view],
  sort,
  q: search.trim(),
});

export const isWaitingTicket = ({ status }: AdminTicket): boolean => isOpenTicket(status);

const normaliseSearchText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Tells whether a ticket matches a search by id, subject, message or sender. */
function ticketMatchesSearch(ticket: AdminTicket, search: string): boolean {
  const wanted = normaliseSearchText(search.trim());
  if (wanted === '' || String(ticket.id) === wanted.replace(/^#/, '')) return true;
  const { name, email, subject, message, username } = ticket;
  return [name, email, subject, message, username].some(
    (text) => text !== null && normaliseSearchText(text).includes(wanted),
  );
}

const priorityRankOf = ({ priority }: AdminTicket): number => TICKET_PRIORITIES.indexOf(priority);
const hasPrioritySupport = (ticket: AdminTicket): boolean =>
  ticket.prioritySupport && isWaitingTicket(ticket);

/** Returns the turn of a waiting ticket among equally urgent ones: the newest message first, then the oldest ticket. */
const turnOf = (ticket: AdminTicket): number => (ticket.messages ? -ticketRecency(ticket) : ticket.id);

/** Comparison functions for the sort orders of the server; negative if `one` comes first. */
const COMPARE: Readonly<Record<TicketSort, ListRule<AdminTicket>['compare']>> = {
  newest: (one, other) =>
    Number(hasPrioritySupport(other)) - Number(hasPrioritySupport(one)) ||
    ticketRecency(other) - ticketRecency(one),
  urgent: (one, other) => {
    const waits = Number(isWaitingTicket(other)) - Number(isWaitingTicket(one));
    if (waits !== 0 || !isWaitingTicket(one)) return waits || other.id - one.id;
    return (
      Number(other.prioritySupport) - Number(one.prioritySupport) ||
      priorityRankOf(other) - priorityRankOf(one) ||
      turnOf(one) - turnOf(other)
    );
  },
};

/** Returns the filter and the sort order of a list of tickets, by the same rules as the server's. */
export const ticketListRuleFor = ({ state, sort, q }: TicketQuery): ListRule<AdminTicket> => ({
  includes: (ticket) =>
    (state === '' || state.split(',').includes(ticket.status)) && ticketMatchesSearch(ticket, q),
  compare: COMPARE[isTicketSort(sort) ? sort : 'newest'],
});

const findLoadedTicketLists = (client: QueryClient): LiveList<AdminTicket>[] =>
  findLoadedLists(client, ticketCalls.adminTickets).map(({ key, filter, count }) => ({
    key,
    count,
    ...ticketListRuleFor({ state: '', sort: '', q: '', ...filter }),
  }));

const ticketKeyOf = (id: number) => queryKeyFor(ticketCalls.adminTicket, { id });

/** Stores a ticket's newer state in the loaded lists and in its sheet, from a message or from a call's answer. */
export function applyTicketState(client: QueryClient, now: AdminTicket, message?: RoomMessage): void {
  applyEntity(client, findLoadedTicketLists(client), now, message);
  if (client.getQueryState(ticketKeyOf(now.id)))
    client.setQueryData<AdminTicket>(ticketKeyOf(now.id), (known) =>
      known && known.version > now.version ? known : now,
    );
}

export const isKnownTicket = (client: QueryClient, id: number): boolean =>
  findInLists(client, findLoadedTicketLists(client), id) !== undefined ||
  client.getQueryData(ticketKeyOf(id)) !== undefined;

/** Applies a ticket event to lists and counts, and marks a ticket as unseen that arrived, or whose sender wrote. */
const onTicketMessage: LiveHandler<'admin', 'ticket'> = (message, client) => {
  const now = adminTicket.safeParse(message.data).data;
  if (!now) return;
  const wasKnown = isKnownTicket(client, now.id);
  applyTicketState(client, now, message);
  if (now.userId !== null) refetchUserHistory(client, now.userId);
  if (message.type === 'ticket.noted')
    void client.invalidateQueries({ queryKey: queryKeyFor(ticketCalls.ticketNotes, { id: now.id }) });
  const isNew = applyMessageToCounts(client, message);
  if (isNew && !wasKnown && message.type === 'ticket.opened' && isWaitingTicket(now))
    markUnseen(client, 'tickets', now.id);
  if (message.type === 'ticket.messaged' && now.lastMessage?.side === 'sender')
    markUnseen(client, 'tickets', now.id);
  if (!isWaitingTicket(now)) markSeen(client, 'tickets', now.id);
};

/** Realtime handlers and queries of the ticket lists. */
export const ticketsLive: TabLive = { queries: [TICKETS_KEY], handlers: { ticket: onTicketMessage } };
