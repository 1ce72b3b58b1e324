import { ticket as ticketSchema } from '@pax/contracts';
import { roomProjection } from '../../platform/outbox/projections.js';
import { cachedTickets } from './ticket.mapper.js';

/** Projects every change of a ticket to the panel, and to its sender unless it is an internal note. */
export const ticketRooms = roomProjection({
  aggregate: 'ticket',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: cachedTickets,
  messages: (ticket, { type }) => ({
    version: ticket.version,
    admin: ticket,
    ...(ticket.userId !== null && type !== 'ticket.noted' && type !== 'ticket.emptied'
      ? { userId: ticket.userId, user: ticketSchema.parse(ticket) }
      : {}),
  }),
});
