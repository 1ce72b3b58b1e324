import { z } from 'zod';
import { boundedString } from '../entities/fields.js';
import { holdsRight, type RightsHolder } from '../entities/rights.js';
import type { RoomKind } from './define-event.js';
import {
  type Aggregate,
  EVENT_TYPES,
  eventDefinition,
  eventType,
  type EventType,
  type RoomData,
} from './events.js';

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

/**
 * A message of the room `admin` for one member of the team. The number always stays, so that no gap shows; the data need
 * the right that the event's definition names, and money figures are null without the right to them.
 */
export function forRights(message: RoomMessage, holder: RightsHolder): RoomMessage {
  const { money = [] } = eventDefinition(message.type);
  if (!maySeeEvent(message.type, holder)) return { ...message, data: null };
  return money.length === 0 || holdsRight(holder, 'money')
    ? message
    : { ...message, data: withoutMoney(Object(message.data), money) };
}

/** Tells whether a member of staff may see an event's data, by the right that its definition names. */
function maySeeEvent(type: EventType, holder: RightsHolder): boolean {
  const { right } = eventDefinition(type);
  return right === 'admin' ? holder.role === 'admin' : right === undefined || holdsRight(holder, right);
}

/** The types of posts that a member of staff may see and send again; null for all of them. */
export const postTypesFor = (holder: RightsHolder): EventType[] | null =>
  holder.role === 'admin' ? null : EVENT_TYPES.filter((type) => maySeeEvent(type, holder));

/** An entity with its money figures set to null. */
export const withoutMoney = <T extends object>(entity: T, money: readonly string[]): T => ({
  ...entity,
  ...Object.fromEntries(money.map((field) => [field, null])),
});
