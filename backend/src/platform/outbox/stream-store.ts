import { type Channel, type RoomMessage, STREAM_SEQ_HEADER, type Head } from '@pax/contracts';
import { z } from 'zod';
import { sql } from '../database/sql.js';
import type { Tx } from '../database/transaction.js';
import type { RoomDraft } from './projections.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';

/** Range of sequence numbers that a relay step added to a room: from–to, both included. */
export const roomRange = z.object({ room: z.string(), from: z.number(), to: z.number() });
export type RoomRange = z.infer<typeof roomRange>;

/** SQL that numbers messages of all rooms in one statement, because every round trip delays all live pages. */
const NUMBER_MESSAGES = `
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

export interface NumberedMessages {
  readonly ranges: RoomRange[];
  /** The messages with the numbers in the ranges. */
  readonly messages: RoomMessage[];
}

/** Result of a relay step, passed to the subscribers after its commit. */
export interface RelayedStep extends NumberedMessages {
  readonly events: number;
  /** True when no more events waited. */
  readonly isLast: boolean;
  readonly channels: Channel[];
}

/** Gives every message the next sequence number of its room, without gaps, and stores the message. */
export async function numberMessages(tx: Tx, messages: readonly RoomDraft[]): Promise<NumberedMessages> {
  if (messages.length === 0) return { ranges: [], messages: [] };
  const ranges = await sql(tx).rows(roomRange, NUMBER_MESSAGES, [
    messages.map(({ room }) => room),
    messages.map(({ event }) => event.eventId),
    messages.map(({ event }) => event.type),
    messages.map(({ event }) => event.occurredAt),
    messages.map(({ version }) => version),
    messages.map(({ data }) => JSON.stringify(data)),
  ]);
  const next = new Map(ranges.map(({ room, from }) => [room, from]));
  return { ranges, messages: messages.map((draft) => addNumber(draft, next)) };
}

/** Numbers a message as the SQL statement did: per room, in order. */
function addNumber(
  { room, version, data, event: { eventId: id, type, occurredAt } }: RoomDraft,
  next: Map<string, number>,
): RoomMessage {
  const seq = next.get(room) ?? 0;
  next.set(room, seq + 1);
  return { room, seq, id, type, occurredAt: occurredAt.toISOString(), version, data };
}

const headRow = z.object({ room: z.string(), seq: z.number() });
const messageRow = headRow.extend({
  event_id: z.string(),
  type: z.custom<RoomMessage['type']>((type) => typeof type === 'string'),
  occurred_at: z.date(),
  version: z.number(),
  data: z.unknown(),
});

/** Limit of cached messages, which is more than a full relay step makes; older ones are read from Postgres. */
const MAX_MESSAGES = 1_000;

/** Cache of the newest messages that this process numbered, so that they need not be read before they are sent. */
export class RecentMessages {
  private readonly messages = new Map<string, RoomMessage>();

  addMessages(messages: readonly RoomMessage[]): void {
    for (const message of messages) this.messages.set(messageKeyOf(message.room, message.seq), message);
    for (const key of this.messages.keys()) {
      if (this.messages.size <= MAX_MESSAGES) return;
      this.messages.delete(key);
    }
  }

  /**
   * Finds the messages of ranges in the cache.
   * @returns the messages in order, range by range; undefined unless all are cached
   */
  findMessages(ranges: readonly RoomRange[]): RoomMessage[] | undefined {
    const found: RoomMessage[] = [];
    for (const { room, from, to } of ranges) {
      for (let seq = from; seq <= to; seq += 1) {
        const message = this.messages.get(messageKeyOf(room, seq));
        if (!message) return undefined;
        found.push(message);
      }
    }
    return found;
  }
}

const messageKeyOf = (room: string, seq: number): string => `${room} ${seq}`;

/** Reads the numbered messages of rooms from Postgres or the cache. */
@Injectable()
export class StreamStore {
  private readonly recent = new RecentMessages();

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Caches messages that this process numbered and committed, until they are sent. */
  cacheMessages(messages: readonly RoomMessage[]): void {
    this.recent.addMessages(messages);
  }

  /** Reads the newest sequence number of each room; 0 for a room without messages. */
  async readHeads(rooms: readonly string[]): Promise<Head[]> {
    const rows = await sql(this.database).rows(
      headRow,
      'SELECT room, seq FROM stream_rooms WHERE room = ANY($1)',
      [rooms],
    );
    const known = new Map(rows.map((row) => [row.room, row.seq]));
    return rooms.map((room) => ({ room, seq: known.get(room) ?? 0 }));
  }

  /** Sets the room's newest sequence number as a header of a list answer. Call before reading the list. */
  async setSeqHeader(reply: FastifyReply, room: string, header: string = STREAM_SEQ_HEADER): Promise<void> {
    const [head] = await this.readHeads([room]);
    void reply.header(header, String(head?.seq ?? 0));
  }

  /** Reads the messages of a room in a range of numbers, both ends included. */
  async readRange(room: string, from: number, to: number): Promise<RoomMessage[]> {
    const rows = await sql(this.database).rows(
      messageRow,
      'SELECT * FROM stream_messages WHERE room = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq',
      [room, from, to],
    );
    return rows.map(toMessage);
  }

  /**
   * Reads the messages of several rooms, each in a range of numbers with both ends included: room by room, in
   * order.
   */
  async readRanges(ranges: readonly RoomRange[]): Promise<RoomMessage[]> {
    const known = this.recent.findMessages(ranges);
    if (known) return known;
    const rows = await sql(this.database).rows(
      messageRow,
      `SELECT m.* FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS r (room, "from", "to")
         JOIN stream_messages m ON m.room = r.room AND m.seq BETWEEN r."from" AND r."to"
        ORDER BY m.room, m.seq`,
      [ranges.map(({ room }) => room), ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
    );
    return rows.map(toMessage);
  }
}

function toMessage(row: z.infer<typeof messageRow>): RoomMessage {
  return {
    room: row.room,
    seq: row.seq,
    id: row.event_id,
    type: row.type,
    occurredAt: row.occurred_at.toISOString(),
    version: row.version,
    data: row.data,
  };
}
