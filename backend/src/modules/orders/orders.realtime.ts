import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EVENT_TYPES } from '@pax/contracts';
import { Projections } from '../../infra/outbox/projections.js';
import { cachedOrders } from './order.mapper.js';

/** Projects every transition of an order to the panel and its buyer. */
@Injectable()
export class OrdersRealtime implements OnModuleInit {
  constructor(private readonly projections: Projections) {}

  onModuleInit(): void {
    this.projections.addRooms({
      types: EVENT_TYPES.filter((type) => type.startsWith('order.')),
      keyOf: ({ aggregateId }) => Number(aggregateId),
      read: cachedOrders,
      drafts: (order) => {
        const message = { version: order.version, data: order };
        return [
          { room: 'admin', ...message },
          { room: `user:${order.userId}`, ...message },
        ];
      },
    });
  }
}
