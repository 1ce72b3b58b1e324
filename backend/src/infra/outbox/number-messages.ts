import type { Tx } from '../database/transaction.js';
import type { OutboxEvent, RoomDraft } from './projections.js';

export type UnnumberedMessage = RoomDraft & { event: OutboxEvent };

/** Messages of a room that a step added: from–to, both included. */
export interface RoomRange {
  room: string;
  from: number;
  to: number;
}

/** Gives every message the next number of its room – 1, 2, 3 … without gap or repeat – and stores it. */
export async function numberMessages(tx: Tx, messages: readonly UnnumberedMessage[]): Promise<RoomRange[]> {
  const byRoom = new Map<string, UnnumberedMessage[]>();
  for (const message of messages) byRoom.set(message.room, [...(byRoom.get(message.room) ?? []), message]);
  const ranges: RoomRange[] = [];
  for (const room of [...byRoom.keys()].toSorted()) {
    const added = byRoom.get(room) ?? [];
    const to = await raise(tx, room, added.length);
    const from = to - added.length + 1;
    await store(tx, room, from, added);
    ranges.push({ room, from, to });
  }
  return ranges;
}

async function raise(tx: Tx, room: string, by: number): Promise<number> {
  const rows: { seq: number }[] = await tx.query(
    `INSERT INTO stream_rooms (room, seq) VALUES ($1, $2)
     ON CONFLICT (room) DO UPDATE SET seq = stream_rooms.seq + excluded.seq RETURNING seq`,
    [room, by],
  );
  return rows[0]?.seq ?? by;
}

async function store(
  tx: Tx,
  room: string,
  from: number,
  messages: readonly UnnumberedMessage[],
): Promise<void> {
  await tx.query(
    `INSERT INTO stream_messages (room, seq, event_id, type, occurred_at, version, data)
     SELECT $1, $2::bigint + ordinality - 1, event_id, type, occurred_at, version, data
       FROM unnest($3::uuid[], $4::text[], $5::timestamptz[], $6::int[], $7::jsonb[])
            WITH ORDINALITY AS m (event_id, type, occurred_at, version, data)`,
    [
      room,
      from,
      messages.map(({ event }) => event.eventId),
      messages.map(({ event }) => event.type),
      messages.map(({ event }) => event.occurredAt),
      messages.map(({ version }) => version),
      messages.map(({ data }) => JSON.stringify(data)),
    ],
  );
}
