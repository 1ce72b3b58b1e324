import { adminTicket, ticketCalls } from '@pax/contracts';
import { callKey } from '../../../lib/http/call-api';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { countMessage } from '../shared/counts';
import { markFresh, markSeen } from '../shared/fresh';
import type { TabLive } from '../shared/panel-tab';
import { refreshStory } from '../users/story-streams';
import { applyTicket, isKnownTicket, isWaiting, TICKETS_KEY } from './ticket-list';

/** Applies a ticket's event to the lists and counts, and marks one that arrives by it. */
const onTicket: LiveHandler<'admin', 'ticket'> = (message, client) => {
  const now = adminTicket.safeParse(message.data).data;
  if (!now) return;
  const wasKnown = isKnownTicket(client, now.id);
  applyTicket(client, now, message);
  if (now.userId !== null) refreshStory(client, now.userId);
  if (message.type === 'ticket.noted')
    void client.invalidateQueries({ queryKey: callKey(ticketCalls.ticketNotes, { id: now.id }) });
  const isNew = countMessage(client, message);
  if (isNew && !wasKnown && message.type === 'ticket.opened' && isWaiting(now))
    markFresh(client, 'tickets', now.id);
  if (!isWaiting(now)) markSeen(client, 'tickets', now.id);
};

/** Live updates of the lists of tickets. */
export const ticketsLive: TabLive = { queries: [TICKETS_KEY], handlers: { ticket: onTicket } };
