import { z } from 'zod';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';

const eventRow = z.object({ eventId: z.string() });
const lastRow = z.object({ last: z.number().nullable() });

/** An erased account, whose data must be removed from stored messages. */
export interface ErasedAccount {
  readonly userId: number;
  readonly username: string;
  readonly codes: readonly string[];
}

/** Number of messages that one call reads. */
const PORTION = 1_000;

/**
 * Removes the data of stored messages about an account from the next messages of a room. The messages keep their
 * numbers, so that no room has a gap.
 * @returns the last number that was read; undefined at the end of the room
 */
export async function eraseStreamMessages(
  tx: Tx,
  { userId, username, codes }: ErasedAccount,
  { room, after }: { readonly room: string; readonly after: number },
): Promise<number | undefined> {
  const isAbout = `(CASE WHEN room = 'user:' || $3::int THEN data <> 'null' ELSE room = 'admin'
    AND (data ->> 'userId' = $3::int::text
         OR (type LIKE 'user.%' OR type LIKE 'balance.%') AND data ->> 'id' = $3::int::text) END)`;
  const names = [
    ['referredBy', '= $4'],
    ['appliedReferralCode', '= ANY($5)'],
    ['referralCode', '= ANY($5)'],
  ].map(([field, isOf]) => ({ field, isNamed: `data ->> '${field}' ${isOf}` }));
  const unnamed = names.map(
    ({ field, isNamed }) => `CASE WHEN ${isNamed} THEN '{"${field}": null}' ELSE '{}' END::jsonb`,
  );
  const row = await sql(tx).first(
    lastRow,
    `WITH portion AS MATERIALIZED (SELECT max(seq) AS last FROM (
       SELECT seq FROM stream_messages WHERE room = $1 AND seq > $2 ORDER BY seq LIMIT ${PORTION}) next
     ), emptied AS (
       UPDATE stream_messages
          SET data = CASE WHEN ${isAbout} THEN 'null' ELSE ${['data', ...unnamed].join(' || ')} END
        WHERE room = $1 AND seq > $2 AND seq <= (SELECT last FROM portion)
          AND (${[isAbout, ...names.map(({ isNamed }) => isNamed)].join(' OR ')}))
     SELECT last FROM portion`,
    [room, after, userId, username, codes],
  );
  return row?.last ?? undefined;
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
