import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MAX_RESUMED_MESSAGES } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../database/sql.js';
import { Periodic } from '../jobs/periodic.js';

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
