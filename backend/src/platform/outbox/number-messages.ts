import type { Channel, RoomMessage } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import type { RoomDraft } from './projections.js';

/** Sequence numbers of a room that a step added: from–to, both included. */
export const roomRange = z.object({ room: z.string(), from: z.number(), to: z.number() });
export type RoomRange = z.infer<typeof roomRange>;

/** One statement for all rooms, since every round trip delays all live pages. */
const NUMBER = `
  WITH draft AS (
    SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::jsonb[])
                  WITH ORDINALITY AS d (room, event_id, type, occurred_at, version, data, ordinal)
  ), raised AS (
    INSERT INTO stream_rooms (room, seq) SELECT room, count(*) FROM draft GROUP BY room ORDER BY room
    ON CONFLICT (room) DO UPDATE SET seq = stream_rooms.seq + excluded.seq RETURNING room, seq
  ), numbered AS (
    SELECT draft.*, raised.seq - count(*) OVER (PARTITION BY room)
                               + row_number() OVER (PARTITION BY room ORDER BY ordinal) AS seq
      FROM draft JOIN raised USING (room)
  ), stored AS (
    INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
    SELECT room, seq, event_id, type, occurred_at, version, data FROM numbered
  )
  SELECT room, min(seq) AS "from", max(seq) AS "to" FROM numbered GROUP BY room ORDER BY room`;

export interface Numbered {
  readonly ranges: RoomRange[];
  /** The messages in the ranges. */
  readonly messages: RoomMessage[];
}

/** Result of a step, for the subscribers after its commit. */
export interface RelayedStep extends Numbered {
  readonly events: number;
  readonly channels: Channel[];
}

/** Gives every message the next sequence number of its room, without gaps, and stores it. */
export async function numberMessages(tx: Tx, messages: readonly RoomDraft[]): Promise<Numbered> {
  if (messages.length === 0) return { ranges: [], messages: [] };
  const ranges = await sql(tx).rows(roomRange, NUMBER, [
    messages.map(({ room }) => room),
    messages.map(({ event }) => event.eventId),
    messages.map(({ event }) => event.type),
    messages.map(({ event }) => event.occurredAt),
    messages.map(({ version }) => version),
    messages.map(({ data }) => JSON.stringify(data)),
  ]);
  const next = new Map(ranges.map(({ room, from }) => [room, from]));
  return { ranges, messages: messages.map((draft) => withNumber(draft, next)) };
}

/** Numbers a message as the statement did: per room, in order. */
function withNumber(
  { room, version, data, event: { eventId: id, type, occurredAt } }: RoomDraft,
  next: Map<string, number>,
): RoomMessage {
  const seq = next.get(room) ?? 0;
  next.set(room, seq + 1);
  return { room, seq, id, type, occurredAt: occurredAt.toISOString(), version, data };
}
