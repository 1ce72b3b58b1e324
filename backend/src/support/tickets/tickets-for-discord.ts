import type { ThreadMessage } from '@pax/contracts';
import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { customerIdSql } from '../../people/accounts/account-sql.js';
import { readTicketMessages } from './conversation/ticket-messages.queries.js';

const endedRow = z.object({
  id: z.number(),
  userId: z.number(),
  subject: z.string(),
  state: z.enum(['answered', 'closed']),
  isOnAccountPage: z.boolean(),
});

/** Reads the answered or closed tickets of account holders for direct messages. */
export const readEndedTickets = (tx: Tx, ids: readonly number[]): Promise<z.infer<typeof endedRow>[]> =>
  sql(tx).rows(
    endedRow,
    `SELECT id, user_id AS "userId", subject, token_hash IS NULL AS "isOnAccountPage",
            CASE WHEN response IS NULL THEN 'closed' ELSE 'answered' END AS state
       FROM tickets WHERE id = ANY($1::int[]) AND user_id IS NOT NULL`,
    [ids],
  );

const writtenRow = endedRow.omit({ state: true }).extend({ messageId: z.number(), createdAt: z.date() });

/** Reads the tickets of account holders in which staff wrote messages, for direct messages. */
export const readWrittenTickets = (
  tx: Tx,
  messageIds: readonly number[],
): Promise<z.infer<typeof writtenRow>[]> =>
  sql(tx).rows(
    writtenRow,
    `SELECT t.id, t.user_id AS "userId", t.subject, t.token_hash IS NULL AS "isOnAccountPage", m.id AS "messageId",
            t.created_at AS "createdAt"
       FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
      WHERE m.id = ANY($1::int[]) AND m.side = 'staff' AND t.user_id IS NOT NULL`,
    [messageIds],
  );

const textRow = z.object({ id: z.number(), text: z.string() });

/** Reads what staff wrote, for direct messages to the sender: messages by id, and answers by their ticket's id. */
export async function readStaffTexts(
  tx: Tx,
  { messages, answers }: { messages: readonly number[]; answers: readonly number[] },
): Promise<{ messages: ReadonlyMap<number, string>; answers: ReadonlyMap<number, string> }> {
  const toMap = (rows: z.infer<typeof textRow>[]) => new Map(rows.map(({ id, text }) => [id, text]));
  const written = await sql(tx).rows(
    textRow,
    `SELECT id, text FROM ticket_messages WHERE id = ANY($1::int[]) AND side = 'staff'`,
    [messages],
  );
  const answered = await sql(tx).rows(
    textRow,
    'SELECT id, response AS text FROM tickets WHERE id = ANY($1::int[]) AND response IS NOT NULL',
    [answers],
  );
  return { messages: toMap(written), answers: toMap(answered) };
}

const ticketOfMessageRow = z.object({ id: z.number(), ticketId: z.number() });

/** Reads the tickets of messages that exist. */
export const readTicketsOfMessages = (
  tx: Tx,
  ids: readonly number[],
): Promise<z.infer<typeof ticketOfMessageRow>[]> =>
  sql(tx).rows(
    ticketOfMessageRow,
    'SELECT id, ticket_id AS "ticketId" FROM ticket_messages WHERE id = ANY($1::int[]) ORDER BY id',
    [ids],
  );

/** Reads a message for the thread of its ticket; null once the ticket was erased. */
export async function readMessageForThread(tx: Tx, id: number): Promise<ThreadMessage['content']> {
  const [message] = await readTicketMessages(tx, [id], true);
  return message ? { ...message, pictures: message.pictures.length } : null;
}

/**
 * Finds tickets beyond the hourly limit of posts, by the tickets opened in the hour before each. Each customer is
 * counted separately, all others together: visitors, and accounts that never bought anything.
 */
export async function findTicketsOverLimit(
  tx: Tx,
  ids: readonly number[],
  { perCustomer, forOthers }: { perCustomer: number; forOthers: number },
): Promise<Set<number>> {
  const rows = await sql(tx).rows(
    idRow,
    `SELECT t.id FROM (SELECT id, created_at, ${customerIdSql('tickets.user_id')} AS customer FROM tickets WHERE id = ANY($1)) t
      WHERE (SELECT count(*) FROM tickets b
              WHERE b.id <= t.id AND b.created_at > t.created_at - interval '1 hour'
                AND ${customerIdSql('b.user_id')} IS NOT DISTINCT FROM t.customer)
            > CASE WHEN t.customer IS NULL THEN $2::int ELSE $3::int END`,
    [ids, forOthers, perCustomer],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Makes SQL that reads the number of a ticket's stored thread messages, the newest, and whether more may be stored.
 * @param id SQL of the ticket's id
 */
export const threadSummarySql = (id: string): string =>
  `(SELECT t.name <> '' AS "isNamed", t.changed_at, max(l.message_id::int8) AS last, count(l.message_id) AS lines
      FROM tickets t LEFT JOIN ticket_lines l ON l.ticket_id = t.id WHERE t.id = ${id} GROUP BY t.id)`;
