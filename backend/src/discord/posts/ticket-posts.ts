import { postedTicket, type Channel } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { cachedTickets } from '../../support/tickets/ticket.mapper.js';
import { wantThreads } from '../threads/thread-tasks.js';
import { beyondAnHour } from '../../support/tickets/told-tickets.js';
import { countFlood, postedAnHour } from './ticket-flood.js';
import { writePosts, type NewPost } from './write-posts.js';

/** Writes the posts of ticket events, with what Discord may know of them. */
export async function postTickets(
  tx: Tx,
  all: readonly OutboxEvent[],
  limitFactor: number,
): Promise<Channel[]> {
  const opened = all.filter(({ type }) => type === 'ticket.opened');
  const posted = postedAnHour(limitFactor);
  const flood = await beyondAnHour(
    tx,
    opened.map(({ aggregateId }) => Number(aggregateId)),
    posted,
  );
  const isFlood = (event: OutboxEvent): boolean =>
    event.type === 'ticket.opened' && flood.has(Number(event.aggregateId));
  await countFlood(tx, all.filter(isFlood), posted);
  const events = all.filter((event) => !isFlood(event));
  const tickets = await cachedTickets(
    tx,
    events.map(({ aggregateId }) => Number(aggregateId)),
  );
  const posts = events.flatMap((event): NewPost[] => {
    const ticket = tickets.get(Number(event.aggregateId));
    return ticket
      ? [
          {
            ...event,
            channel: 'tickets',
            content: { kind: 'ticket', ticket: postedTicket.parse(ticket) },
            // The ticket's thread belongs to a message, so the first post gets one of its own.
            alone: event.type === 'ticket.opened',
          },
        ]
      : [];
  });
  await writePosts(tx, posts);
  await wantThreads(tx, events);
  return posts.length > 0 || flood.size > 0 ? ['tickets'] : [];
}
