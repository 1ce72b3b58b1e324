import { Module } from '@nestjs/common';
import { CancelOrder } from './cancel-order.js';
import { MoveOrder } from './move-order.js';
import { RefundOrder } from './refund-order.js';
import { OrdersRealtime } from './orders.realtime.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';

@Module({
  controllers: [OrdersController],
  providers: [CancelOrder, MoveOrder, OrdersQueries, OrdersRealtime, RefundOrder],
  exports: [CancelOrder, MoveOrder, OrdersQueries],
})
export class OrdersModule {}
