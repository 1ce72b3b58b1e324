import type { EventType } from '@pax/contracts';

/** Events whose message is the newest state of one thing: several in one step of the relay are one message. */
export const STATES: readonly EventType[] = ['stock.changed', 'coins.changed', 'balance.changed'];

/** Whether an event may wait for others, so that the relay takes them together: nobody follows each one of them. */
export const mayWait = (type: EventType): boolean => type === 'checkout.placed' || STATES.includes(type);
