import { ticket as ticketSchema } from '@pax/contracts';
import { roomProjection } from '../../platform/outbox/projections.js';
import { cachedTickets } from './ticket.mapper.js';

/** Projects changes of a ticket to the panel and its sender; the definition of an event says who hears of it. */
export const ticketRooms = roomProjection({
  aggregate: 'ticket',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: cachedTickets,
  messages: (ticket) => ({
    version: ticket.version,
    admin: ticket,
    ...(ticket.userId !== null ? { userId: ticket.userId, user: ticketSchema.parse(ticket) } : {}),
  }),
});
