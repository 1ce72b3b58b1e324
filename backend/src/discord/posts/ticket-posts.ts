import { postedTicket, type Channel } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { cachedTickets } from '../../support/tickets/ticket.mapper.js';
import { requestThreads } from '../threads/ticket-threads.js';
import { findTicketsOverLimit } from '../../support/tickets/tickets-for-discord.js';
import { countUnpostedTickets, hourlyPostLimits } from './ticket-flood.js';
import { writePosts, type NewPost } from './write-posts.js';

/** Writes posts about ticket events, with only the fields that Discord may show. */
export async function postTickets(
  tx: Tx,
  all: readonly OutboxEvent[],
  limitFactor: number,
): Promise<Channel[]> {
  const opened = all.filter(({ type }) => type === 'ticket.opened');
  const posted = hourlyPostLimits(limitFactor);
  const flood = await findTicketsOverLimit(
    tx,
    opened.map(({ aggregateId }) => Number(aggregateId)),
    posted,
  );
  const isFlood = (event: OutboxEvent): boolean =>
    event.type === 'ticket.opened' && flood.has(Number(event.aggregateId));
  await countUnpostedTickets(tx, all.filter(isFlood), posted);
  const events = all.filter((event) => !isFlood(event));
  const tickets = await cachedTickets(
    tx,
    events.map(({ aggregateId }) => Number(aggregateId)),
  );
  const posts = events.flatMap((event): NewPost[] => {
    const ticket = tickets.get(Number(event.aggregateId))?.ticket;
    return ticket
      ? [
          {
            ...event,
            channel: 'tickets',
            content: { kind: 'ticket', ticket: postedTicket.parse(ticket) },
            // Gives the ticket's first post a message of its own, because the ticket's thread belongs to that
            // message.
            alone: event.type === 'ticket.opened',
          },
        ]
      : [];
  });
  await writePosts(tx, posts);
  await requestThreads(tx, events);
  return posts.length > 0 || flood.size > 0 ? ['tickets'] : [];
}
