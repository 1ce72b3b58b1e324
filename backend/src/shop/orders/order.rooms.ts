import { order as buyersOrder } from '@pax/contracts';
import { roomProjection } from '../../platform/outbox/projections.js';
import { cachedOrders } from './order.mapper.js';

/** Projects every transition of an order to the panel and its buyer. */
export const orderRooms = roomProjection({
  aggregate: 'order',
  keyOf: ({ aggregateId }) => Number(aggregateId),
  read: cachedOrders,
  messages: (order) => ({
    version: order.version,
    userId: order.userId,
    admin: order,
    // The buyer is not told who of staff has it.
    user: buyersOrder.parse(order),
  }),
});
