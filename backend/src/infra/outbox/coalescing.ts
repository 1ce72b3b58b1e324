import type { EventType } from '@pax/contracts';

/** Events whose message is the newest state of one aggregate: several in one relay step become one message. */
export const COALESCED_TYPES: readonly EventType[] = ['stock.changed', 'coins.changed', 'balance.changed'];

/** Events that only a purchase appends. Purchases come in rushes, each with several events. */
const PURCHASE_TYPES: readonly EventType[] = ['checkout.placed', 'checkout.paid', 'order.paid'];

/** Events that a purchase may append besides its own. Without a purchase they notify at once. */
const SIDE_EFFECT_TYPES: readonly EventType[] = [...COALESCED_TYPES, 'user.updated', 'reward.changed'];

/** Whether all events of a transaction belong to a purchase, so that their notification may be debounced. */
export function canDebounce(types: readonly EventType[]): boolean {
  const others = types.filter((type) => !SIDE_EFFECT_TYPES.includes(type));
  return others.length > 0 && others.every((type) => PURCHASE_TYPES.includes(type));
}
