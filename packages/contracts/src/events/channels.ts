import { z } from 'zod';
import type { EventType } from './events.js';

/** The shop's Discord channels. */
export const CHANNELS = ['orders', 'history', 'stock', 'error', 'tickets'] as const;
export const channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof channel>;

/** The channel an event is posted to. Stock events are posted only when a threshold is crossed. */
export const EVENT_CHANNEL: Partial<Record<EventType, Channel>> = {
  'order.paid': 'orders',
  'order.unconfirmed': 'orders',
  'order.overdue': 'orders',
  'order.completed': 'history',
  'order.archived': 'history',
  'order.cancelled': 'history',
  'order.refunded': 'history',
  'stock.changed': 'stock',
  'coins.changed': 'stock',
  'alert.raised': 'error',
};

/** Events after which the order's own posts in the orders channel are edited to the newest state. */
export const EDITS_ORDER_POST: readonly EventType[] = [
  'order.confirmed',
  'order.processing',
  'order.released',
  'order.completed',
  'order.archived',
  'order.cancelled',
  'order.refunded',
];
