import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Channel, ThreadMessage, ThreadMessageOutcome } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import type { OutboxEvent } from '../../platform/outbox/projections.js';
import { randomRef } from '../../platform/secrets.js';
import { ShopError } from '../../platform/shop-error.js';
import { readMessageForThread, readTicketsOfMessages } from '../../support/tickets/tickets-for-discord.js';
import { assertCurrentFence, fenceRow, requireFence } from '../bot/bot-lease.js';

const writtenMessage = z.object({ messageId: z.number() });

/** Queues the messages that were written to tickets for the tickets' threads, once even if relayed again. */
export async function queueThreadMessages(tx: Tx, events: readonly OutboxEvent[]): Promise<Channel[]> {
  const written = await readTicketsOfMessages(
    tx,
    events.map(({ data }) => writtenMessage.parse(data).messageId),
  );
  await sql(tx).run(
    `INSERT INTO thread_messages (message_id, ticket_id, nonce)
     SELECT * FROM unnest($1::int[], $2::int[], $3::text[]) AS written (id, ticket_id, nonce)
      WHERE EXISTS (SELECT FROM ticket_threads th WHERE th.ticket_id = written.ticket_id AND th.state <> 'dropped')
     ON CONFLICT DO NOTHING`,
    [written.map(({ id }) => id), written.map(({ ticketId }) => ticketId), written.map(() => randomRef())],
  );
  return ['tickets'];
}

/** Forgets the messages of tickets without a thread that no attempt has sent. */
export async function dropThreadMessages(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  await sql(tx).run(
    `DELETE FROM thread_messages m USING ticket_threads th
      WHERE th.ticket_id = m.ticket_id AND th.ticket_id = ANY($1) AND th.state = 'dropped'
        AND m.state = 'wanted' AND m.first_attempt_at IS NULL`,
    [ticketIds],
  );
}

/** Has the bot empty what stands in the threads of erased tickets, and forgets what was never sent. */
export async function emptyThreadMessages(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  await sql(tx).run(`DELETE FROM thread_messages WHERE ticket_id = ANY($1) AND first_attempt_at IS NULL`, [
    ticketIds,
  ]);
  await sql(tx).run(
    // Only where Discord's id is unknown, the history is searched from the first attempt on.
    `UPDATE thread_messages SET state = 'wanted', next_try_at = now(),
            first_attempt_at = CASE WHEN discord_id IS NULL THEN first_attempt_at ELSE now() END
      WHERE ticket_id = ANY($1)`,
    [ticketIds],
  );
}

/**
 * SQL condition: a ticket's thread gets a message now.
 * @param ticketId SQL of the ticket's id
 */
export const isThreadWritten = (ticketId: string): string =>
  `EXISTS (SELECT FROM thread_messages m
            WHERE m.ticket_id = ${ticketId} AND m.state = 'wanted' AND m.next_try_at <= now())`;

const claimedRow = z.object({
  id: z.number(),
  ticketId: z.number(),
  threadId: z.string(),
  nonce: z.string(),
  messageId: z.string().nullable(),
  firstAttemptAt: z.date().nullable(),
  firstAttemptAgeMs: z.number().nullable(),
});

/** The oldest message of a ticket whose thread is open to it; messages of one ticket stay in order. */
const NEXT_MESSAGE = `
  SELECT l.message_id AS id, l.ticket_id AS "ticketId", th.thread_id AS "threadId", l.nonce,
         l.discord_id AS "messageId", l.first_attempt_at AS "firstAttemptAt",
         GREATEST(0, extract(epoch FROM clock_timestamp() - l.first_attempt_at) * 1000)::int8 AS "firstAttemptAgeMs"
    FROM thread_messages l JOIN ticket_threads th USING (ticket_id)
   WHERE l.state = 'wanted' AND l.next_try_at <= now() AND th.thread_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM thread_messages e
                      WHERE e.ticket_id = l.ticket_id AND e.message_id < l.message_id AND e.state = 'wanted')
   ORDER BY l.next_try_at, l.message_id LIMIT 1 FOR UPDATE OF l`;

const waitingRow = fenceRow.extend({ isWaiting: z.boolean() });
const lockedRow = z.object({ ticketId: z.number() });

/** Tasks for the bot: messages of tickets to write into their threads, or to empty there. */
@Injectable()
export class ThreadMessages {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Claims the next message; returns the same one until it is reported.
   * @throws ShopError FENCED
   */
  async claimMessage(fence: number): Promise<ThreadMessage | null> {
    if (!(await this.isAnyWaiting(fence))) return null;
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const row = await sql(tx).first(claimedRow, NEXT_MESSAGE);
      if (!row) return null;
      await sql(tx).run(
        'UPDATE thread_messages SET first_attempt_at = coalesce(first_attempt_at, clock_timestamp()) WHERE message_id = $1',
        [row.id],
      );
      return {
        ...row,
        content: await readMessageForThread(tx, row.id),
        firstAttemptAt: row.firstAttemptAt?.toISOString() ?? null,
      };
    });
  }

  /**
   * Records the outcome of an attempt; a repeat changes nothing.
   * @throws ShopError FENCED, NOT_FOUND
   */
  async reportMessage(id: number, fence: number, outcome: ThreadMessageOutcome): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      // Locks the thread first, as the relay does when a ticket ends, to prevent deadlocks.
      const thread = await sql(tx).first(
        lockedRow,
        `SELECT ticket_id AS "ticketId" FROM ticket_threads
          WHERE ticket_id = (SELECT ticket_id FROM thread_messages WHERE message_id = $1) FOR UPDATE`,
        [id],
      );
      if (!thread) throw new ShopError('NOT_FOUND', 'There is no such message of a thread.');
      await recordOutcome(tx, { id, ...thread }, outcome);
    });
  }

  /** Looks for messages without a transaction first, because usually none is waiting. */
  private async isAnyWaiting(fence: number): Promise<boolean> {
    const row = await sql(this.database).first(
      waitingRow,
      `SELECT fence, EXISTS (SELECT FROM thread_messages WHERE state = 'wanted' AND next_try_at <= now()) AS "isWaiting"
         FROM bot_lease`,
    );
    assertCurrentFence(fence, row?.fence);
    return row?.isWaiting === true;
  }
}

async function recordOutcome(
  tx: Tx,
  { id, ticketId }: { id: number; ticketId: number },
  outcome: ThreadMessageOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'sent':
    case 'emptied': {
      const messageId = outcome.kind === 'sent' ? outcome.messageId : null;
      // Messages of a ticket that was erased after they were sent still have to be emptied.
      const isDone = messageId === null || (await readMessageForThread(tx, id)) !== null;
      await sql(tx).run(
        `UPDATE thread_messages SET discord_id = coalesce($2, discord_id), state = $3
          WHERE message_id = $1 AND state = 'wanted'`,
        [id, messageId, isDone ? 'sent' : 'wanted'],
      );
      // A message wakes an archived thread in Discord.
      await sql(tx).run(
        `UPDATE ticket_threads SET state = 'open' WHERE ticket_id = $1 AND state = 'archived'`,
        [ticketId],
      );
      return;
    }
    case 'later':
      return postponeMessages(tx, { id, ticketId });
    case 'closed':
      await sql(tx).run(`UPDATE ticket_threads SET state = 'dropped' WHERE ticket_id = $1`, [ticketId]);
      await dropMessage(tx, id);
      await dropThreadMessages(tx, [ticketId]);
      return;
    case 'refused':
      await dropMessage(tx, id);
      raiseRefusal(
        tx,
        `Message ${id} of ticket ${ticketId} is not in its thread: ${outcome.reason.slice(0, 300)}`,
      );
  }
}

/**
 * Tries the messages of a ticket again later. After a day one that was written is given up, but one that was erased
 * is tried each day until it is emptied.
 */
async function postponeMessages(tx: Tx, { id, ticketId }: { id: number; ticketId: number }): Promise<void> {
  const isLate = await sql(tx).exists(
    `SELECT FROM thread_messages
      WHERE message_id = $1 AND state = 'wanted' AND first_attempt_at < clock_timestamp() - interval '1 day'`,
    [id],
  );
  if (isLate && (await readMessageForThread(tx, id)) !== null) {
    await dropMessage(tx, id);
    raiseRefusal(
      tx,
      `Message ${id} of ticket ${ticketId} is not in its thread after a day. Check the bot's rights there.`,
    );
    return;
  }
  if (isLate)
    raiseRefusal(
      tx,
      `Erased message ${id} of ticket ${ticketId} may still stand in its thread. Unlock the thread, or delete it.`,
    );
  // Waits as long as it has been tried, so that a lasting refusal costs few calls.
  await sql(tx).run(
    `UPDATE thread_messages SET next_try_at = now() + least($3::interval, greatest(interval '1 minute',
       clock_timestamp() - (SELECT first_attempt_at FROM thread_messages WHERE message_id = $2)))
      WHERE ticket_id = $1 AND state = 'wanted'`,
    [ticketId, id, isLate ? '1 day' : '10 minutes'],
  );
}

function raiseRefusal(tx: Tx, detail: string): void {
  raiseAlert(tx, { kind: 'dead-letter', title: 'Discord refuses a message of a ticket', detail });
}

async function dropMessage(tx: Tx, id: number): Promise<void> {
  await sql(tx).run(
    `UPDATE thread_messages SET state = 'dropped' WHERE message_id = $1 AND state = 'wanted'`,
    [id],
  );
}
