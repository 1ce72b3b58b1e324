import { adminTicket, ticketCalls } from '@pax/contracts';
import { callKey } from '../../../lib/http/call-api';
import { applyEntity, findIn } from '../../../lib/realtime/apply';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { markFresh, markSeen } from '../shared/fresh';
import type { TabLive } from '../shared/panel-tab';
import { ALL_TICKET_LISTS, isWaiting, TICKETS_KEY } from './ticket-list';

/** Applies a ticket's event to both lists, and marks one that arrives by it. */
const onTicket: LiveHandler<'admin', 'ticket'> = (message, client) => {
  const now = adminTicket.safeParse(message.data).data;
  if (!now) return;
  applyEntity(client, ALL_TICKET_LISTS, now, message);
  if (message.type === 'ticket.noted')
    void client.invalidateQueries({ queryKey: callKey(ticketCalls.ticketNotes, { id: now.id }) });
  const isShown = findIn(client, ALL_TICKET_LISTS, now.id) !== undefined;
  if (message.type === 'ticket.opened' && isShown && isWaiting(now)) markFresh(client, 'tickets', now.id);
  if (!isWaiting(now)) markSeen(client, 'tickets', now.id);
};

/** Live updates of both lists of tickets. */
export const ticketsLive: TabLive = { queries: [TICKETS_KEY], handlers: { ticket: onTicket } };
