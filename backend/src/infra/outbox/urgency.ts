import type { EventType } from '@pax/contracts';

/** Events whose message is the newest state of one thing: several in one step of the relay are one message. */
export const STATES: readonly EventType[] = ['stock.changed', 'coins.changed', 'balance.changed'];

/** What a purchase says. Purchases come in rushes, and each says a lot. */
const OF_PURCHASES: readonly EventType[] = ['checkout.placed', 'checkout.paid', 'order.paid', 'user.updated'];

/** Whether an event may wait a moment for those that come right after it, so that the relay takes them together. */
export const mayWait = (type: EventType): boolean => OF_PURCHASES.includes(type) || STATES.includes(type);
