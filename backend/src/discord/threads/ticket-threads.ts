import {
  postedTicket,
  type Channel,
  MAX_THREAD_LINES,
  type KeptThreadsAnswer,
  type NoteThreadLineRequest,
  type ThreadOutcome,
  type ThreadTask,
} from '@pax/contracts';
import { sql } from '../../platform/database/sql.js';
import { type Tx, Transactions } from '../../platform/database/transaction.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { cachedTickets } from '../../support/tickets/ticket.mapper.js';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { requireFence } from '../bot/bot-lease.js';
import { dropThreadMessages, isThreadWritten } from './thread-messages.js';
import { threadSummarySql } from '../../support/tickets/tickets-for-discord.js';
import { saveThreadLine } from '../../support/tickets/ticket-transcript.js';
import { ShopError } from '../../platform/shop-error.js';

/** Requests a Discord thread below the post of each opened ticket, once even if the event is relayed again. */
export async function requestThreads(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const opened = events.filter(({ type }) => type === 'ticket.opened');
  await sql(tx).run(
    `INSERT INTO ticket_threads (ticket_id, event_id)
     SELECT ticket_id, event_id FROM unnest($1::int[], $2::uuid[]) AS opened (ticket_id, event_id)
     ON CONFLICT DO NOTHING`,
    [opened.map(({ aggregateId }) => Number(aggregateId)), opened.map(({ eventId }) => eventId)],
  );
}

/** SQL condition: the posts of opened tickets with the ids `$1`. */
const ARE_OF_TICKETS = `channel = 'tickets' AND event_id IN (SELECT event_id FROM ticket_threads WHERE ticket_id = ANY($1))`;

/**
 * Updates the posts of opened tickets to their newest state, sent or not, and marks the threads of ended tickets.
 */
export async function updateTicketPosts(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const ids = [...new Set(events.map(({ aggregateId }) => Number(aggregateId)))];
  const tickets = await cachedTickets(tx, ids);
  // Locks posts by id before the messages, in the same order as the bot's calls, to prevent deadlocks.
  await sql(tx).run(`SELECT FROM posts WHERE ${ARE_OF_TICKETS} ORDER BY id FOR NO KEY UPDATE`, [ids]);
  for (const { ticket } of tickets.values())
    await sql(tx).run(
      `UPDATE posts SET content = jsonb_build_object('kind', 'ticket', 'ticket', $2::jsonb)
        WHERE channel = 'tickets' AND event_id = (SELECT event_id FROM ticket_threads WHERE ticket_id = $1)`,
      [ticket.id, JSON.stringify(postedTicket.parse(ticket))],
    );
  const edits = await sql(tx).affected(
    `UPDATE post_batches SET edit_wanted = edit_wanted + 1
      WHERE state IN ('claimed', 'registered', 'sent') AND NOT gone
        AND id IN (SELECT batch_id FROM posts WHERE ${ARE_OF_TICKETS})`,
    [ids],
  );
  const ended = events.filter(({ type }) => type === 'ticket.answered' || type === 'ticket.closed');
  await sql(tx).run(
    `UPDATE ticket_threads
        SET ended = true, state = CASE WHEN state = 'wanted' AND tried_at IS NULL THEN 'dropped' ELSE state END
      WHERE ticket_id = ANY($1)`,
    [ended.map(({ aggregateId }) => Number(aggregateId))],
  );
  await dropThreadMessages(tx, ids);
  return edits > 0 ? ['tickets'] : [];
}

const keptRow = z.object({ threadId: z.string(), lastLineId: z.string().nullable() });

/** SQL of open threads, newest tickets first, so that the limit drops the oldest. */
const OPEN_THREADS = `
  SELECT th.thread_id AS "threadId", kept.last::text AS "lastLineId"
    FROM ticket_threads th
    CROSS JOIN LATERAL ${threadSummarySql('th.ticket_id')} kept
   WHERE th.thread_id IS NOT NULL AND kept."isNamed" AND kept.lines < $1
     AND (th.state = 'open' OR (th.state = 'archived' AND kept.changed_at > clock_timestamp() - interval '7 days'))
   ORDER BY th.ticket_id DESC LIMIT 1000`;

/**
 * Lists ticket threads whose messages are stored, with the newest stored message of each, for a bot that was
 * offline.
 */
@Injectable()
export class OpenThreads {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Lists threads of tickets that are open or ended within a week and whose transcript is not full.
   * @throws ShopError FENCED
   */
  async listOpenThreads(fence: number): Promise<KeptThreadsAnswer> {
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      return { threads: await sql(tx).rows(keptRow, OPEN_THREADS, [MAX_THREAD_LINES]) };
    });
  }
}

const threadRow = z.object({ ticketId: z.number() });

/** Stores a message of a ticket's thread in the ticket's transcript. */
@Injectable()
export class RecordThreadLine {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Stores a message; a repeat changes nothing, and threads without a ticket are ignored.
   * @throws ShopError FENCED
   */
  async execute({ fence, threadId, ...line }: NoteThreadLineRequest): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const thread = await sql(tx).first(
        threadRow,
        'SELECT ticket_id AS "ticketId" FROM ticket_threads WHERE thread_id = $1',
        [threadId],
      );
      if (thread) await saveThreadLine(tx, thread.ticketId, line);
    });
  }
}

const taskRow = z.object({
  kind: z.enum(['open', 'archive']),
  ticketId: z.number(),
  messageId: z.string(),
  channelId: z.string().nullable(),
});

/**
 * SQL of the bot's next task: the thread that waits longest to be archived, else to be opened. A thread is opened
 * only below a post alone in its message.
 */
const NEXT_TASK = `
  SELECT CASE th.state WHEN 'wanted' THEN 'open' ELSE 'archive' END AS kind, th.ticket_id AS "ticketId",
         coalesce(th.thread_id, b.message_id) AS "messageId", b.channel_id AS "channelId"
    FROM ticket_threads th
    JOIN posts p ON p.event_id = th.event_id AND p.channel = 'tickets' AND p.resend_of IS NULL
    JOIN post_batches b ON b.id = p.batch_id
   WHERE b.state = 'sent'
     AND (th.state = 'wanted' OR (th.state = 'open' AND th.ended AND NOT ${isThreadWritten('th.ticket_id')}))
     AND th.next_try_at <= now()
   ORDER BY th.state = 'wanted', th.next_try_at, th.ticket_id LIMIT 1 FOR UPDATE OF th`;

/** SQL assignments for each outcome of a task; a dropped thread gets no further task. */
const CHANGE_AFTER: Record<ThreadOutcome['kind'], string> = {
  opened: `state = 'open', thread_id = $2`,
  archived: `state = 'archived', thread_id = $2`,
  dropped: `state = 'dropped', thread_id = coalesce(thread_id, $2)`,
  later: `next_try_at = now() + interval '1 minute', thread_id = coalesce(thread_id, $2)`,
};

/** Tasks for the bot: ticket threads to open or to archive. */
@Injectable()
export class TicketThreads {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Claims the next task; returns the same one until it is reported.
   * @throws ShopError FENCED
   */
  async claimTask(fence: number): Promise<ThreadTask | null> {
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const task = await sql(tx).first(taskRow, NEXT_TASK);
      if (!task) return null;
      await sql(tx).run(
        'UPDATE ticket_threads SET tried_at = coalesce(tried_at, clock_timestamp()) WHERE ticket_id = $1',
        [task.ticketId],
      );
      return task;
    });
  }

  /**
   * Records the outcome of a task; a repeat changes nothing. A postponed task lets others go first.
   * @throws ShopError FENCED, NOT_FOUND
   */
  async reportTask(ticketId: number, fence: number, { kind, threadId }: ThreadOutcome): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const count = await sql(tx).affected(
        `UPDATE ticket_threads SET ${CHANGE_AFTER[kind]} WHERE ticket_id = $1 AND state IN ('wanted', 'open')`,
        [ticketId, threadId],
      );
      if (kind === 'dropped') await dropThreadMessages(tx, [ticketId]);
      const isKnown =
        count > 0 || (await sql(tx).exists('SELECT 1 FROM ticket_threads WHERE ticket_id = $1', [ticketId]));
      if (!isKnown) throw new ShopError('NOT_FOUND', 'There is no thread of such a ticket.');
    });
  }
}
