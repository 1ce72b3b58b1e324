import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';

type Connection = Parameters<typeof sql>[0];

/** Forgets mails by their subject: references of checkouts and ids of tickets, which no two kinds share. */
export async function forgetMails(tx: Tx, about: readonly string[]): Promise<void> {
  await sql(tx).run(
    `UPDATE mails SET last_error = NULL, state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END,
            ended_at = coalesce(ended_at, now())
      WHERE about = ANY($1)`,
    [about],
  );
}

/** Deletes some mails that ended before a moment; one of the same kind about the same thing would be sent again. */
export function deleteMailsBefore(database: Connection, before: Date, most: number): Promise<number> {
  return sql(database).affected(
    'DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)',
    [before, most],
  );
}
