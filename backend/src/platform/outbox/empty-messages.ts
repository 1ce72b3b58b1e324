import { z } from 'zod';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';

const eventRow = z.object({ eventId: z.string() });

/** An erased account, whose data must be removed from stored messages. */
export interface ErasedAccount {
  readonly userId: number;
  readonly username: string;
  readonly codes: readonly string[];
  /** Ids of accounts whose profiles name the erased account. */
  readonly friendIds: readonly number[];
}

/**
 * Pauses the event relay until the transaction ends, so that no relay step writes data that it read before. Call
 * before any row lock.
 */
export async function pauseRelay(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('relay'))");
}

/**
 * Removes the data of stored messages about an account. The messages keep their numbers, so that no room has a gap.
 */
export async function emptyMessages(
  tx: Tx,
  { userId, username, codes, friendIds }: ErasedAccount,
): Promise<void> {
  await sql(tx).run(
    `UPDATE stream_messages SET data = 'null'
      WHERE room = 'user:' || $1::int AND data <> 'null'
         OR room = 'admin' AND (data ->> 'userId' = $1::int::text
              OR (type LIKE 'user.%' OR type LIKE 'balance.%') AND data ->> 'id' = $1::int::text)`,
    [userId],
  );
  const rooms = ['admin', ...friendIds.map((id) => `user:${id}`)];
  await sql(tx).run(
    `UPDATE stream_messages SET data = data || '{"referredBy": null}'
      WHERE room = ANY($1) AND data ->> 'referredBy' = $2`,
    [rooms, username],
  );
  for (const field of ['appliedReferralCode', 'referralCode'])
    await sql(tx).run(
      `UPDATE stream_messages SET data = data || jsonb_build_object('${field}', NULL)
        WHERE room = ANY($1) AND data ->> '${field}' = ANY($2)`,
      [rooms, codes],
    );
}

/** Finds the ids of the events of tickets, by which the tickets' posts are found. */
export async function findEventIds(tx: Tx, aggregate: 'ticket', ids: readonly number[]): Promise<string[]> {
  const rows = await sql(tx).rows(
    eventRow,
    'SELECT event_id AS "eventId" FROM outbox_events WHERE aggregate = $1 AND aggregate_id = ANY($2)',
    [aggregate, ids.map(String)],
  );
  return rows.map(({ eventId }) => eventId);
}
