import { staffOrder, type EventType } from '@pax/contracts';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import { COUNTS, countMessage } from '../shared/counts';
import { markFresh, markSeen } from '../shared/fresh';
import type { TabLive } from '../shared/panel-tab';
import { refreshStory } from '../users/story-streams';
import { isActive, applyOrder, knownOrder, ORDERS } from './order-list';

/** Events by which an order first appears. */
const ARRIVALS: ReadonlySet<EventType> = new Set(['order.paid', 'order.unconfirmed']);

/** Applies an order event to the lists and counts, and marks an order that arrives by it. */
const onOrder: LiveHandler<'admin', 'order'> = (message, client) => {
  const now = staffOrder.safeParse(message.data).data;
  if (!now) return;
  const wasKnown = knownOrder(client, now.id) !== undefined;
  applyOrder(client, now, message);
  refreshStory(client, now.userId);
  // A message may be applied again to an older list, but the counts take it only once.
  const isNew = countMessage(client, message);
  if (isNew && !wasKnown && ARRIVALS.has(message.type) && isActive(now.status))
    markFresh(client, 'orders', now.id);
  if (!isActive(now.status)) markSeen(client, 'orders', now.id);
};

/** Live updates of the lists of orders and of the counts. */
export const ordersLive: TabLive = { queries: [ORDERS, COUNTS], handlers: { order: onOrder } };
