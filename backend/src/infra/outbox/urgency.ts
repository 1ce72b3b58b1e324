import type { EventType } from '@pax/contracts';

/** Events whose message is the newest state of one thing: several in one step of the relay are one message. */
export const STATES: readonly EventType[] = ['stock.changed', 'coins.changed', 'balance.changed'];

/** What only a purchase says. Purchases come in rushes, and each says a lot. */
const OF_PURCHASES: readonly EventType[] = ['checkout.placed', 'checkout.paid', 'order.paid'];

/** What a purchase changes beside; alone, it is somebody else's doing and is told of at once. */
const BESIDE: readonly EventType[] = [...STATES, 'user.updated', 'reward.changed'];

/** Whether all that a transaction said is of a purchase: it may wait a moment, so that those that come right after go with it. */
export function mayWait(types: readonly EventType[]): boolean {
  const others = types.filter((type) => !BESIDE.includes(type));
  return others.length > 0 && others.every((type) => OF_PURCHASES.includes(type));
}
