import { ticket as ticketSchema } from '@pax/contracts';
import { roomProjection } from '../../platform/outbox/projections.js';
import { cachedTickets } from './ticket.mapper.js';

/** Sends changes of a ticket to the panel and to its sender, as the event's definition says. */
export const ticketRooms = roomProjection({
  aggregate: 'ticket',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: cachedTickets,
  messages: ({ ticket, senderVersion: version }) => ({
    version: ticket.version,
    userVersion: version,
    admin: ticket,
    ...(ticket.userId !== null
      ? { userId: ticket.userId, user: ticketSchema.parse({ ...ticket, version }) }
      : {}),
  }),
});
