import { Module } from '@nestjs/common';
import { CancelOrder } from './cancel-order.js';
import { TransitionOrder } from './transition-order.js';
import { RefundOrder } from './refund-order.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';

@Module({
  controllers: [OrdersController],
  providers: [CancelOrder, TransitionOrder, OrdersQueries, RefundOrder],
  exports: [CancelOrder, TransitionOrder, OrdersQueries],
})
export class OrdersModule {}
