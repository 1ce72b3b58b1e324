import { z } from 'zod';
import { boundedString, id } from '../entities/fields.js';
import { holdsRight, type RightsHolder } from '../entities/rights.js';
import type { RoomKind } from './event-definition.js';
import {
  type Aggregate,
  EVENT_TYPES,
  eventDefinition,
  eventType,
  type EventType,
  type RoomData,
} from './events.js';

/** Names of socket rooms: `shop` for all visitors, `user:<id>` for one account, `admin` for staff and admins. */
export const room = boundedString(15).regex(/^(?:shop|admin|user:[1-9]\d{0,9})$/);
export type Room = 'shop' | 'admin' | `user:${number}`;

/** One numbered message in a room. `data` is the changed entity, in the form that list calls return. */
export const roomMessage = z.object({
  room: z.string(),
  /** Number of the message in its room: 1, 2, 3 …, without gaps or duplicates. */
  seq: z.number().int(),
  /** Id of the event; the same event has the same id in every room. */
  id: z.string(),
  type: eventType,
  occurredAt: z.iso.datetime(),
  version: z.number().int(),
  data: z.unknown(),
});
export type RoomMessage = z.infer<typeof roomMessage>;

/** A message in one kind of room about one kind of thing, with its data. */
export type RoomMessageOf<K extends RoomKind, A extends Aggregate> = RoomMessage & {
  type: Extract<EventType, `${A}.${string}`>;
  data: RoomData<K, A>;
};

/** Number of a room's newest message, by which clients notice that they missed messages. */
export const roomHead = z.object({ room: z.string(), seq: z.number().int() });
export type Head = z.infer<typeof roomHead>;

export const resumeRequest = z.strictObject({ room, since: z.number().int().min(0) });
export type ResumeRequest = z.infer<typeof resumeRequest>;
export type ResumeAnswer = { messages: RoomMessage[] } | { reset: true; seq: number } | { error: string };

/** Sent by panels as a sign of life while an order is open, and with null when it is closed. */
export const viewingRequest = z.strictObject({ orderId: id.nullable() });
export type ViewingRequest = z.infer<typeof viewingRequest>;
/** Order that another panel has open; it is stored nowhere and has no number. */
export interface Viewing extends ViewingRequest {
  /** Connection of that panel; each has one order open at most. */
  readonly connection: string;
  readonly userId: number;
  readonly name: string;
}
/** Interval of the signs of life of an open order, ms. */
export const VIEWING_EVERY_MS = 5_000;
/** Time after the last sign of life for which an order counts as open, ms. */
export const VIEWING_LASTS_MS = 15_000;

export interface ServerToClient {
  event: (message: RoomMessage) => void;
  head: (head: Head) => void;
  viewing: (viewing: Viewing) => void;
}
export interface ClientToServer {
  resume: (request: ResumeRequest, answer: (answer: ResumeAnswer) => void) => void;
  viewing: (request: ViewingRequest) => void;
}

/** Interval at which the server repeats the number of the newest message, ms. */
export const HEAD_INTERVAL_MS = 10_000;
/** Largest number of missed messages that are sent again; clients that missed more get `reset`. */
export const MAX_RESUMED_MESSAGES = 500;

/**
 * Removes data that a staff member may not see from a message of the room `admin`. The message and its number stay, so
 * that no gap appears; money figures are null without the right `money`.
 */
export function redactForRights(message: RoomMessage, holder: RightsHolder): RoomMessage {
  const { money = [] } = eventDefinition(message.type);
  if (!canSeeEvent(message.type, holder)) return { ...message, data: null };
  return money.length === 0 || holdsRight(holder, 'money')
    ? message
    : { ...message, data: redactMoney(Object(message.data), money) };
}

/** True when a staff member may see the data of an event, according to the right in its definition. */
function canSeeEvent(type: EventType, holder: RightsHolder): boolean {
  const { right } = eventDefinition(type);
  return right === 'admin' ? holder.role === 'admin' : right === undefined || holdsRight(holder, right);
}

/** Types of posts that a staff member may see and send again; null for all types. */
export const postTypesFor = (holder: RightsHolder): EventType[] | null =>
  holder.role === 'admin' ? null : EVENT_TYPES.filter((type) => canSeeEvent(type, holder));

/** Sets the money figures of an entity to null. */
export const redactMoney = <T extends object>(entity: T, money: readonly string[]): T => ({
  ...entity,
  ...Object.fromEntries(money.map((field) => [field, null])),
});
