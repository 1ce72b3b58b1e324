import { holdsRight, type RightsHolder } from '../entities/rights.js';
import { EVENT_TYPES, eventDefinition, type EventType } from './events.js';
import type { RoomMessage } from './realtime.js';

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
