import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';

/** What mails are about: references of checkouts and ids of tickets, which no two kinds share. */
export async function forgetMails(tx: Tx, about: readonly string[]): Promise<void> {
  await sql(tx).run(
    `UPDATE mails SET last_error = NULL, state = CASE state WHEN 'waiting' THEN 'dropped' ELSE state END,
            ended_at = coalesce(ended_at, now())
      WHERE about = ANY($1)`,
    [about],
  );
}
