import { z } from 'zod';

/** Aggregates: every change raises the version by one and appends exactly one event. */
export const AGGREGATES = [
  'user',
  'product',
  'stock',
  'coins',
  'balance',
  'reward',
  'checkout',
  'order',
  'alert',
  'notice',
] as const;
export const aggregate = z.enum(AGGREGATES);
export type Aggregate = z.infer<typeof aggregate>;

/**
 * All events of the shop. Payloads carry ids and what can't be read later; the newest state is read when the relay
 * numbers the event.
 */
export const EVENT_TYPES = [
  'user.registered',
  'user.updated',
  'user.blocked',
  'user.unblocked',
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
  'stock.changed',
  'coins.changed',
  'balance.changed',
  'reward.changed',
  'checkout.placed',
  'checkout.confirming',
  'checkout.paid',
  'checkout.expired',
  'checkout.cancelled',
  'checkout.failed',
  'checkout.disputed',
  'checkout.lost',
  'checkout.refunded',
  'order.unconfirmed',
  'order.paid',
  'order.confirmed',
  'order.overdue',
  'order.processing',
  'order.released',
  'order.completed',
  'order.archived',
  'order.cancelled',
  'order.refunded',
  'alert.raised',
  'notice.created',
] as const;
export const eventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof eventType>;

/** What `outbox.append` takes. `data` is kept small and free of secrets. */
export interface ShopEvent {
  type: EventType;
  aggregate: Aggregate;
  aggregateId: string;
  /** The aggregate's version after this change, from 1 without gaps. */
  version: number;
  data?: Record<string, string | number | boolean | null>;
}

export const ALERT_KINDS = ['failure', 'security', 'dispute', 'stranded', 'dead-letter'] as const;
/** An alert for the error channel: text by the shop, never by people. */
export const alert = z.object({ kind: z.enum(ALERT_KINDS), title: z.string(), detail: z.string() });
export type Alert = z.infer<typeof alert>;
