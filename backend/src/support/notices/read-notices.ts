import { Injectable } from '@nestjs/common';
import type { ReadNoticesRequest } from '@pax/contracts';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { roomProjection } from '../../platform/outbox/projections.js';
import { randomRef } from '../../platform/secrets.js';

/** Marks the notices of an account as read. */
@Injectable()
export class ReadNotices {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Marks a notice and all older ones as read; tells the account's other tabs if any was unread. */
  async execute(userId: number, { upTo }: ReadNoticesRequest): Promise<void> {
    await this.transactions.run(async (tx) => {
      const read = await sql(tx).affected(
        'UPDATE notices SET read_at = $3 WHERE user_id = $1 AND id <= $2 AND read_at IS NULL',
        [userId, upTo, this.clock.now()],
      );
      if (read === 0) return;
      const aggregateId = randomRef();
      appendEvent(tx, {
        type: 'bell.read',
        aggregate: 'bell',
        aggregateId,
        version: 1,
        data: { userId, upTo },
      });
    });
  }
}

const bellEvent = z.object({ userId: z.number(), upTo: z.number().optional() });

/** Tells the reader's room that the bell has a notice, or up to which one it was read. */
export const bellRooms = roomProjection({
  aggregate: 'bell',
  keyOf: ({ data }) => bellEvent.parse(data),
  read: async (_, events) => new Map(events.map((event) => [event, event])),
  messages: ({ userId, upTo }) => ({ version: 1, userId, user: { ...(upTo !== undefined && { upTo }) } }),
});
