import { order, type EventType } from '@pax/contracts';
import { applyEntity, findIn } from '../../../lib/realtime/apply';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { markFresh, markSeen } from '../shared/fresh';
import type { TabLive } from '../shared/panel-tab';
import { ALL_ORDER_LISTS, isActive, ORDER_LISTS } from './order-list';

/** Events by which an order first appears. */
const ARRIVALS: ReadonlySet<EventType> = new Set(['order.paid', 'order.unconfirmed']);

/** Applies an order event to both lists, and marks an order that arrives by it (OWN-125, OWN-128). */
const onOrder: LiveHandler<'admin', 'order'> = (message, client) => {
  const now = order.safeParse(message.data).data;
  if (!now) return;
  const wasKnown = findIn(client, ALL_ORDER_LISTS, now.id) !== undefined;
  applyEntity(client, ALL_ORDER_LISTS, now, message);
  const arrives = !wasKnown && ARRIVALS.has(message.type) && isActive(now.status);
  if (arrives && findIn(client, ALL_ORDER_LISTS, now.id)) markFresh(client, 'orders', now.id);
  if (!isActive(now.status)) markSeen(client, 'orders', now.id);
};

/** Live updates of both lists of orders. */
export const ordersLive: TabLive = { queries: [ORDER_LISTS.active.key], handlers: { order: onOrder } };
