import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EVENT_TYPES } from '@pax/contracts';
import { Projections } from '../../infra/outbox/projections.js';
import { orderOfStep } from './order.mapper.js';

/** Tells the panel and the buyer of every step of an order. */
@Injectable()
export class OrdersRealtime implements OnModuleInit {
  constructor(private readonly projections: Projections) {}

  onModuleInit(): void {
    const types = EVENT_TYPES.filter((type) => type.startsWith('order.'));
    this.projections.addRooms(types, async (tx, { aggregateId }) => {
      const order = await orderOfStep(tx, Number(aggregateId));
      if (!order) return [];
      const message = { version: order.version, data: order };
      return [
        { room: 'admin', ...message },
        { room: `user:${order.userId}`, ...message },
      ];
    });
  }
}
