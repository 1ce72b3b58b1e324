import { ticketCalls } from '@pax/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/http/call-api';
import { pagedQuery, readPage, rowsOf } from '../../../lib/http/paged-list';
import { TICKET_FILTERS, TICKETS_KEY, type TicketListName } from './ticket-list';

const QUERIES = {
  waiting: pagedQuery(ticketCalls.adminTickets, TICKET_FILTERS.waiting),
  ended: pagedQuery(ticketCalls.adminTickets, TICKET_FILTERS.ended),
} as const;

/** A list of tickets, page by page. */
export const useTicketList = (name: TicketListName) => useInfiniteQuery({ ...QUERIES[name], select: rowsOf });

/** Asks the server for ended tickets that are not loaded; `search` empty asks nothing. */
export const useTicketSearch = (search: string) =>
  useQuery({
    queryKey: [...TICKETS_KEY, 'search', search],
    enabled: search !== '',
    gcTime: 30_000,
    staleTime: 10_000,
    queryFn: async ({ signal }) =>
      (await readPage(ticketCalls.adminTickets, { limit: '100', q: search, ...TICKET_FILTERS.ended }, signal))
        .items,
  });

/** The internal notes of a ticket; `count` as the ticket says, so that a new one is fetched. */
export const useTicketNotes = (id: number, count: number) => {
  const { queryKey, ...query } = callQuery(ticketCalls.ticketNotes, { id });
  return useQuery({ ...query, queryKey, enabled: count > 0, staleTime: 60_000 });
};

/** How many wait, beside the tab's name (ADMIN-2.9). */
export const WaitingCount = () => useTicketList('waiting').data?.total.toLocaleString('de-DE');
