import { z } from 'zod';
import { boundedString } from '../entities/fields.js';
import type { RoomKind } from './define-event.js';
import { eventType, type Aggregate, type EventType, type RoomData } from './events.js';

/** Rooms: `shop` for everybody, `user:<id>` for one account, `admin` for staff and admins. */
export const room = boundedString(15).regex(/^(?:shop|admin|user:[1-9]\d{0,9})$/);
export type Room = 'shop' | 'admin' | `user:${number}`;

/** One numbered message of a room. `data` is the entity as its list call shows it. */
export const roomMessage = z.object({
  room: z.string(),
  /** Number of the message: 1, 2, 3 … per room, without gap or repeat. */
  seq: z.number().int(),
  /** The event's id; the same event in two rooms has one id. */
  id: z.string(),
  type: eventType,
  occurredAt: z.iso.datetime(),
  version: z.number().int(),
  data: z.unknown(),
});
export type RoomMessage = z.infer<typeof roomMessage>;

/** A message of one kind of room about one aggregate, with its data. */
export type RoomMessageOf<K extends RoomKind, A extends Aggregate> = RoomMessage & {
  type: Extract<EventType, `${A}.${string}`>;
  data: RoomData<K, A>;
};

export const head = z.object({ room: z.string(), seq: z.number().int() });
export type Head = z.infer<typeof head>;

export const resumeRequest = z.strictObject({ room, since: z.number().int().min(0) });
export type ResumeRequest = z.infer<typeof resumeRequest>;
export type ResumeAnswer = { messages: RoomMessage[] } | { reset: true; seq: number } | { error: string };

export interface ServerToClient {
  event: (message: RoomMessage) => void;
  head: (head: Head) => void;
}
export interface ClientToServer {
  resume: (request: ResumeRequest, answer: (answer: ResumeAnswer) => void) => void;
}

/** Interval at which the server repeats `head`, ms. */
export const HEAD_INTERVAL_MS = 10_000;
/** A client this far behind gets `reset` instead of messages. */
export const RESUME_LIMIT = 500;
