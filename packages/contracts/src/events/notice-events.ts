import type { EventType } from './events.js';

/** Events that have notices or, for an order given back, replace one; by what the notices are about. */
export const NOTICE_EVENTS = {
  checkout: ['checkout.paid'],
  order: ['order.processing', 'order.released', 'order.completed', 'order.cancelled', 'order.refunded'],
  ticket: ['ticket.answered', 'ticket.closed'],
  message: ['ticket.messaged'],
  bell: ['bell.added'],
} as const satisfies Readonly<Record<string, readonly EventType[]>>;
