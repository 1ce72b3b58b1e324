import { holdsRight, type RightsHolder } from '../entities/rights.js';
import { eventDefinition } from './events.js';
import type { RoomMessage } from './realtime.js';

/**
 * A message of the room `admin` as somebody of the team receives it: with its number always, so that no gap shows, but
 * with its data only by the right that the event's definition names, and money figures null without theirs (OWN-563).
 */
export function forRights(message: RoomMessage, holder: RightsHolder): RoomMessage {
  const { right, money = [] } = eventDefinition(message.type);
  const isAllowed =
    right === 'admin' ? holder.role === 'admin' : right === undefined || holdsRight(holder, right);
  if (!isAllowed) return { ...message, data: null };
  return money.length === 0 || holdsRight(holder, 'money')
    ? message
    : { ...message, data: withoutMoney(Object(message.data), money) };
}

/** The same entity with its money figures null. */
export const withoutMoney = <T extends object>(entity: T, money: readonly string[]): T => ({
  ...entity,
  ...Object.fromEntries(money.map((field) => [field, null])),
});
