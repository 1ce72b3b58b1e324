import { ticketCalls, type AdminTicket } from '@pax/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/http/call-api';
import { pagedQuery, rowsOf } from '../../../lib/http/paged-list';
import { countText, useCounts } from '../shared/counts';
import type { CountProps } from '../shared/panel-tab';
import type { TicketQuery } from './ticket-list';

/** The tickets of a view, page by page; the server filters and sorts. */
export const useTicketList = (query: TicketQuery) =>
  useInfiniteQuery({
    ...pagedQuery(ticketCalls.adminTickets, query),
    select: rowsOf,
    placeholderData: (before) => before,
  });

/** The ticket of the open sheet, also where the list does not show it (any more). */
export function useOpenTicket(id: number | undefined, row: AdminTicket | undefined): AdminTicket | undefined {
  const { data } = useQuery({
    ...callQuery(ticketCalls.adminTicket, { id: id ?? 0 }),
    enabled: id !== undefined,
    initialData: row,
  });
  if (id === undefined) return undefined;
  return data && row && row.version > data.version ? row : (data ?? row);
}

/** The internal notes of a ticket; `count` as the ticket says, so that a new one is fetched. */
export const useTicketNotes = (id: number, count: number) => {
  const { queryKey, ...query } = callQuery(ticketCalls.ticketNotes, { id });
  return useQuery({ ...query, queryKey, enabled: count > 0, staleTime: 60_000 });
};

/** How many wait, beside the tab's name. */
export const WaitingCount = ({ short = false }: CountProps) => countText(useCounts()?.tickets, short);
