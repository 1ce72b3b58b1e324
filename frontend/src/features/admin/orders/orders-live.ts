import { order, type EventType } from '@pax/contracts';
import { applyEntity, findIn } from '../../../lib/realtime/apply';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { markFresh } from './fresh-orders';
import { ALL_ORDER_LISTS, isActive } from './order-list';

/** Events by which an order first appears. */
const ARRIVALS: ReadonlySet<EventType> = new Set(['order.paid', 'order.unconfirmed']);

/** Applies an order event to both lists, and marks an order that arrives by it (OWN-125, OWN-128). */
export const onOrder: LiveHandler<'admin', 'order'> = (message, client) => {
  const now = order.safeParse(message.data).data;
  if (!now) return;
  const wasKnown = findIn(client, ALL_ORDER_LISTS, now.id) !== undefined;
  applyEntity(client, ALL_ORDER_LISTS, now, message);
  const arrives = !wasKnown && ARRIVALS.has(message.type) && isActive(now.status);
  if (arrives && findIn(client, ALL_ORDER_LISTS, now.id)) markFresh(client, now.id);
};
