import { order as buyersOrder } from '@pax/contracts';
import { roomProjection } from '../../platform/outbox/projections.js';
import { cachedOrders } from './order.mapper.js';

/** Sends every change of an order to the panel and to its buyer. */
export const orderRooms = roomProjection({
  aggregate: 'order',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: cachedOrders,
  messages: (order) => ({
    version: order.version,
    userId: order.userId,
    admin: order,
    // Leaves out for the buyer which staff member handles the order.
    user: buyersOrder.parse(order),
  }),
});
