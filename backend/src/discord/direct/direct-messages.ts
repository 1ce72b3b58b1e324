import { Inject, Injectable } from '@nestjs/common';
import type { EventWrite } from '../../platform/outbox/projections.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { endedTickets } from '../../support/tickets/told-tickets.js';
import { tellOrder, tellPaid } from './order-messages.js';
import { writeDirect, type NewDirectMessage } from './write-direct.js';

/** Tells signed-in senders that their ticket was answered or closed, without the answer. */
const tellTicket: EventWrite = {
  types: ['ticket.answered', 'ticket.closed'],
  write: async (tx, events) => {
    const ended = await endedTickets(
      tx,
      events.map(({ aggregateId }) => Number(aggregateId)),
    );
    const tickets = new Map(ended.map((row) => [String(row.id), row]));
    await writeDirect(
      tx,
      events.flatMap(({ eventId, aggregateId, occurredAt }): NewDirectMessage[] => {
        const found = tickets.get(aggregateId);
        if (!found) return [];
        const { userId, ...ticket } = found;
        const content = { kind: 'ticket', ticket } as const;
        return [{ eventId, userId, topic: `ticket:${aggregateId}`, content, occurredAt }];
      }),
    );
  },
};

/** The events that people are told of by a direct message; none without a bot. */
@Injectable()
export class DirectMessages {
  readonly writes: readonly EventWrite[];

  constructor(@Inject(SETTINGS) { discord }: Settings) {
    this.writes = discord.token === undefined ? [] : [tellPaid, tellOrder, tellTicket];
  }
}
