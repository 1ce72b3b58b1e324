import { order, type EventType } from '@pax/contracts';
import { applyToQuery } from '../../../lib/realtime/apply';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { markFresh } from './fresh-orders';
import { findOrder, isActive, isKnown, upsertInto, type OrderList } from './order-list';
import { ORDER_LIST_KEYS, ORDER_LIST_NAMES, getOrderLists } from './order-queries';

/** Events by which an order first appears. */
const ARRIVALS: ReadonlySet<EventType> = new Set(['order.paid', 'order.unconfirmed']);

/**
 * Applies an order event to both lists; a version already known, or older, changes nothing (OWN-125,
 * OWN-128).
 */
export const onOrder: LiveHandler<'admin', 'order'> = (message, client) => {
  const now = order.safeParse(message.data).data;
  const lists = getOrderLists(client);
  if (!now || isKnown(lists, now)) return;
  const arrives = ARRIVALS.has(message.type) && isActive(now.status) && !findOrder(lists, now.id);
  for (const name of ORDER_LIST_NAMES) {
    applyToQuery<OrderList>(client, ORDER_LIST_KEYS[name], message, (list) => upsertInto(name, list, now));
  }
  if (arrives && findOrder(getOrderLists(client), now.id)) markFresh(client, now.id);
};
