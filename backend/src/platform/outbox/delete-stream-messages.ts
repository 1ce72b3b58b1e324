import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MAX_RESUMED_MESSAGES } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../database/sql.js';
import { Periodic } from '../jobs/periodic.js';
import type { Tx } from '../database/transaction.js';

const EVERY_MS = 60 * 60_000;
/** Delay of the first run after the start, ms, so that a starting process serves people first. */
const FIRST_AFTER_MS = 10 * 60_000;
/** Time for which messages are kept for investigations, ms. */
const RETENTION_MS = 7 * 24 * 60 * 60_000;
/** Number of rows that one statement deletes, so that purchases do not wait for it. */
const BATCH = 5_000;

const roomRow = z.object({ room: z.string() });

/**
 * Deletes room messages that are older than the retention and too far behind to be resumed. Otherwise the table
 * stream_messages would outgrow all others.
 */
@Injectable()
export class PruneStreamMessages {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Deletes from the first message of each room on, so that no room ever has a gap. */
  @Periodic({ name: 'prune-stream-messages', every: EVERY_MS, role: 'worker', firstAfter: FIRST_AFTER_MS })
  async pruneMessages(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const rooms = await sql(this.database).rows(
      roomRow,
      'SELECT room FROM stream_rooms WHERE seq > $1 ORDER BY room',
      [MAX_RESUMED_MESSAGES],
    );
    for (const { room } of rooms) while (!signal.aborted && (await this.pruneRoom(room)) === BATCH);
  }

  /**
   * Deletes a batch of a room's messages before the first one to keep; one worker at a time.
   * @returns the number of deleted rows
   */
  private async pruneRoom(room: string): Promise<number> {
    return sql(this.database).affected(
      `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtext('prune-stream-messages')) AS held),
            first AS MATERIALIZED (
              SELECT m.seq, m.created_at >= now() - $4 * interval '1 millisecond' AS kept
                FROM stream_rooms r JOIN stream_messages m ON m.room = r.room AND m.seq <= r.seq - $2
               WHERE r.room = $1 AND (SELECT held FROM lock)
               ORDER BY m.seq LIMIT $3)
       DELETE FROM stream_messages
        WHERE room = $1 AND seq IN (SELECT seq FROM first)
          AND seq < coalesce((SELECT min(seq) FROM first WHERE kept), 'infinity'::float8)`,
      [room, MAX_RESUMED_MESSAGES, BATCH, RETENTION_MS],
    );
  }
}

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
