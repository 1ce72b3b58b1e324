import { Module } from '@nestjs/common';
import { MoveOrder } from './move-order.js';
import { OrdersRealtime } from './orders.realtime.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';

@Module({
  controllers: [OrdersController],
  providers: [MoveOrder, OrdersQueries, OrdersRealtime],
  exports: [MoveOrder, OrdersQueries],
})
export class OrdersModule {}
