import { Module } from '@nestjs/common';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';
import { RaiseOverdue } from './raise-overdue.js';

@Module({
  controllers: [OrdersController],
  providers: [OrdersQueries, RaiseOverdue],
  exports: [OrdersQueries],
})
export class OrdersModule {}
