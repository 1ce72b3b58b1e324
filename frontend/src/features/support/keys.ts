import { ticketCalls, type Ticket } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';
import type { LiveList } from '../../lib/realtime/apply';

/** The own tickets, newest first; updated by the socket. */
export const OWN_TICKETS = callKey(ticketCalls.ownTickets);

/** All own tickets, newest first. */
export const OWN_TICKET_LIST: LiveList<Ticket> = {
  key: OWN_TICKETS,
  holds: () => true,
  compare: (one, other) => other.id - one.id,
};
