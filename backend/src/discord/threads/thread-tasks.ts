import { Injectable } from '@nestjs/common';
import type { ThreadOutcome, ThreadTask } from '@pax/contracts';
import { z } from 'zod';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions } from '../../platform/database/transaction.js';
import { requireFence } from '../bot/bot-lease.js';

const taskRow = z.object({
  kind: z.enum(['open', 'archive']),
  ticketId: z.number(),
  messageId: z.string(),
  channelId: z.string().nullable(),
});

/** The thread to archive that waits longest, else that to open, of a post that stands alone in its message. */
const NEXT = `
  SELECT CASE th.state WHEN 'wanted' THEN 'open' ELSE 'archive' END AS kind, th.ticket_id AS "ticketId",
         coalesce(th.thread_id, b.message_id) AS "messageId", b.channel_id AS "channelId"
    FROM ticket_threads th
    JOIN posts p ON p.event_id = th.event_id AND p.channel = 'tickets' AND p.resend_of IS NULL
    JOIN post_batches b ON b.id = p.batch_id
   WHERE b.state = 'sent' AND (th.state = 'wanted' OR (th.state = 'open' AND th.ended))
     AND th.next_try_at <= now()
   ORDER BY th.state = 'wanted', th.next_try_at, th.ticket_id LIMIT 1 FOR UPDATE OF th`;

/** How a thread is after an outcome; nothing more is done for one that is dropped. */
const AFTER: Record<ThreadOutcome['kind'], string> = {
  opened: `state = 'open', thread_id = $2`,
  archived: `state = 'archived', thread_id = $2`,
  dropped: `state = 'dropped', thread_id = coalesce(thread_id, $2)`,
  later: `next_try_at = now() + interval '1 minute', thread_id = coalesce(thread_id, $2)`,
};

/** The threads of tickets in Discord: what the bot has to open and archive. */
@Injectable()
export class ThreadTasks {
  constructor(private readonly transactions: Transactions) {}

  /** The same task again until it is reported. @throws ShopError FENCED */
  async claim(fence: number): Promise<ThreadTask | null> {
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const task = await sql(tx).first(taskRow, NEXT);
      if (!task) return null;
      await sql(tx).run(
        'UPDATE ticket_threads SET tried_at = coalesce(tried_at, clock_timestamp()) WHERE ticket_id = $1',
        [task.ticketId],
      );
      return task;
    });
  }

  /** Repeating it is a no-op; one put off lets all others pass. @throws ShopError FENCED, NOT_FOUND */
  async report(ticketId: number, fence: number, { kind, threadId }: ThreadOutcome): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const count = await sql(tx).affected(
        `UPDATE ticket_threads SET ${AFTER[kind]} WHERE ticket_id = $1 AND state IN ('wanted', 'open')`,
        [ticketId, threadId],
      );
      const isKnown =
        count > 0 || (await sql(tx).exists('SELECT 1 FROM ticket_threads WHERE ticket_id = $1', [ticketId]));
      if (!isKnown) throw new ShopError('NOT_FOUND', 'There is no thread of such a ticket.');
    });
  }
}
