import {
  isOpenTicket,
  OPEN_TICKET_STATUSES,
  TICKET_STATUSES,
  ticketCalls,
  type AdminTicket,
} from '@pax/contracts';
import { callKey } from '../../../lib/http/call-api';
import { pagedKey, type Rows } from '../../../lib/http/paged-list';
import type { LiveList } from '../../../lib/realtime/apply';

/** Tickets that wait for staff, and those that were answered or closed. */
export type TicketListName = 'waiting' | 'ended';

/** The loaded rows of both lists; undefined while nothing is loaded. */
export type TicketLists = Readonly<Record<TicketListName, Rows<AdminTicket> | undefined>>;

export const isWaiting = ({ status }: AdminTicket): boolean => isOpenTicket(status);

/** Which part of the server's list each of them is. */
export const TICKET_FILTERS: Readonly<Record<TicketListName, { readonly state: string }>> = {
  waiting: { state: OPEN_TICKET_STATUSES.join(',') },
  ended: { state: TICKET_STATUSES.filter((status) => !isOpenTicket(status)).join(',') },
};

const isFirst = (ticket: AdminTicket): boolean => ticket.prioritySupport && isWaiting(ticket);

/** The server's order: waiting ones with priority support first, then the newest (OWN-163). */
const compare = (one: AdminTicket, other: AdminTicket): number =>
  Number(isFirst(other)) - Number(isFirst(one)) || other.id - one.id;

const listOf = (name: TicketListName): LiveList<AdminTicket> => ({
  key: pagedKey(ticketCalls.adminTickets, TICKET_FILTERS[name]),
  holds: (ticket) => isWaiting(ticket) === (name === 'waiting'),
  compare,
});
export const TICKET_LISTS: Readonly<Record<TicketListName, LiveList<AdminTicket>>> = {
  waiting: listOf('waiting'),
  ended: listOf('ended'),
};
export const ALL_TICKET_LISTS = Object.values(TICKET_LISTS);
/** Begins the keys of both lists. */
export const TICKETS_KEY = callKey(ticketCalls.adminTickets);

export const findTicket = (
  { waiting, ended }: TicketLists,
  id: number | undefined,
): AdminTicket | undefined =>
  [...(waiting?.items ?? []), ...(ended?.items ?? [])].find((ticket) => ticket.id === id);
