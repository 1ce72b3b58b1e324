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

/** Rooms: `shop` for all visitors, `user:<id>` for one account, `admin` for staff and admins. */
export const room = boundedString(15).regex(/^(?:shop|admin|user:[1-9]\d{0,9})$/);
export type Room = 'shop' | 'admin' | `user:${number}`;

/** One numbered message of a room. `data` is the entity as its list call shows it. */
export const roomMessage = z.object({
  room: z.string(),
  /** Number of the message: 1, 2, 3 … per room, without gaps or duplicates. */
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

/** The number of a room's newest message, by which clients notice missed messages. */
export const roomHead = z.object({ room: z.string(), seq: z.number().int() });
export type Head = z.infer<typeof roomHead>;

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
/** Largest number of missed messages that are sent again; clients further behind get `reset`. */
export const MAX_RESUMED_MESSAGES = 500;

/**
 * Redacts an `admin` message for one staff member. The number is always kept, so that there is no gap; the data require
 * the right in the event's definition, and money figures are null without the right `money`.
 */
export function redactForRights(message: RoomMessage, holder: RightsHolder): RoomMessage {
  const { money = [] } = eventDefinition(message.type);
  if (!canSeeEvent(message.type, holder)) return { ...message, data: null };
  return money.length === 0 || holdsRight(holder, 'money')
    ? message
    : { ...message, data: redactMoney(Object(message.data), money) };
}

/** True when a staff member may see an event's data, according to the right in its definition. */
function canSeeEvent(type: EventType, holder: RightsHolder): boolean {
  const { right } = eventDefinition(type);
  return right === 'admin' ? holder.role === 'admin' : right === undefined || holdsRight(holder, right);
}

/** The types of posts that a staff member may see and resend; null for all types. */
export const postTypesFor = (holder: RightsHolder): EventType[] | null =>
  holder.role === 'admin' ? null : EVENT_TYPES.filter((type) => canSeeEvent(type, holder));

/** Sets an entity's money figures to null. */
export const redactMoney = <T extends object>(entity: T, money: readonly string[]): T => ({
  ...entity,
  ...Object.fromEntries(money.map((field) => [field, null])),
});
