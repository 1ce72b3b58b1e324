import { ticketCalls, ticketRecency, type Ticket } from '@pax/contracts';
import { queryKeyFor } from '../../lib/http/call-api';
import { type LiveList, applyEntity } from '../../lib/realtime/apply-message';
import type { LiveHandler, LiveModule } from '../../lib/realtime/live-module';
import { isRecord } from '../../lib/values/is-record';

/** Query key of the user's own tickets. */
export const OWN_TICKETS = queryKeyFor(ticketCalls.ownTickets);

/** Cached list of the user's own tickets, by newest message or opening. */
export const OWN_TICKET_LIST: LiveList<Ticket> = {
  key: OWN_TICKETS,
  includes: () => true,
  compare: (one, other) => ticketRecency(other) - ticketRecency(one),
};

const isTicket = (data: unknown): data is Ticket =>
  isRecord(data) && Number.isInteger(data['id']) && Number.isInteger(data['version']);

/** Stores a changed ticket in the list, and shows a toast on any page if staff answered or wrote. */
const onTicketMessage: LiveHandler<'user', 'ticket'> = (message, client) => {
  const { data, type } = message;
  if (!isTicket(data)) return;
  applyEntity(client, [OWN_TICKET_LIST], data, message);
  if (type === 'ticket.answered' || (type === 'ticket.messaged' && data.lastMessage?.side === 'staff'))
    void import('./show-answer-toast').then(({ showAnswerToast }) => showAnswerToast(data));
};

/** Realtime module for tickets in the user's room. */
export const ownTicketsLive: LiveModule<'user'> = {
  room: 'user',
  queries: [OWN_TICKETS],
  handlers: { ticket: onTicketMessage },
};
