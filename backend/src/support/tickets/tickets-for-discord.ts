import { z } from 'zod';
import { idRow, sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { customerIdSql } from '../../people/accounts/account-sql.js';

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
