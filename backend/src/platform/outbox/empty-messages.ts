import { z } from 'zod';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';

const eventRow = z.object({ eventId: z.string() });

/** An erased account, whose data must be removed from messages. */
export interface ErasedAccount {
  readonly userId: number;
  readonly username: string;
  readonly codes: readonly string[];
  /** Accounts whose profiles named this one. */
  readonly friendIds: readonly number[];
}

/**
 * Pauses the relay until the transaction ends, so that no step writes what it read before. Take it before any row lock.
 */
export async function pauseRelay(tx: Tx): Promise<void> {
  await sql(tx).run("SELECT pg_advisory_xact_lock(hashtext('relay'))");
}

/** Empties the data of messages about an account; their numbers stay, so that no room has a gap. */
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

/** The events of some tickets, by which their posts are found. */
export async function findEventIds(tx: Tx, aggregate: 'ticket', ids: readonly number[]): Promise<string[]> {
  const rows = await sql(tx).rows(
    eventRow,
    'SELECT event_id AS "eventId" FROM outbox_events WHERE aggregate = $1 AND aggregate_id = ANY($2)',
    [aggregate, ids.map(String)],
  );
  return rows.map(({ eventId }) => eventId);
}
