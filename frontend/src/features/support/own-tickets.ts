import { ticketCalls, type Ticket } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';
import { type LiveList, applyEntity } from '../../lib/realtime/apply';
import type { LiveHandler, LiveModule } from '../../lib/realtime/live-module';
import { isRecord } from '../../lib/values/guards';

/** The own tickets, newest first; updated by the socket. */
export const OWN_TICKETS = callKey(ticketCalls.ownTickets);

/** All own tickets, newest first. */
export const OWN_TICKET_LIST: LiveList<Ticket> = {
  key: OWN_TICKETS,
  includes: () => true,
  compare: (one, other) => other.id - one.id,
};

const isTicket = (data: unknown): data is Ticket =>
  isRecord(data) && Number.isInteger(data['id']) && Number.isInteger(data['version']);

/** Applies a ticket's change, and shows a toast about an answer on any page. */
const onTicket: LiveHandler<'user', 'ticket'> = (message, client) => {
  const { data, type } = message;
  if (!isTicket(data)) return;
  applyEntity(client, [OWN_TICKET_LIST], data, message);
  if (type === 'ticket.answered')
    void import('./show-answer-toast').then(({ showAnswerToast }) => showAnswerToast(data));
};

/** Tickets in the user's room. */
export const ownTicketsLive: LiveModule<'user'> = {
  room: 'user',
  queries: [OWN_TICKETS],
  handlers: { ticket: onTicket },
};
