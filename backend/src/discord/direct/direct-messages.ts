import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { EventWrite } from '../../platform/outbox/projections.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { sql } from '../../platform/database/sql.js';
import { tellOrder, tellPaid } from './order-messages.js';
import { writeDirect, type NewDirectMessage } from './write-direct.js';

const endedRow = z.object({
  id: z.number(),
  userId: z.number(),
  subject: z.string(),
  state: z.enum(['answered', 'closed']),
  isOnAccountPage: z.boolean(),
});

/** Tells signed-in senders that their ticket was answered or closed, without the answer. */
const tellTicket: EventWrite = {
  types: ['ticket.answered', 'ticket.closed'],
  write: async (tx, events) => {
    const ended = await sql(tx).rows(
      endedRow,
      `SELECT id, user_id AS "userId", subject, token_hash IS NULL AS "isOnAccountPage",
              CASE WHEN response IS NULL THEN 'closed' ELSE 'answered' END AS state
         FROM tickets WHERE id = ANY($1::int[]) AND user_id IS NOT NULL`,
      [events.map(({ aggregateId }) => Number(aggregateId))],
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
