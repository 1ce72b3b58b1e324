import { Module } from '@nestjs/common';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';

@Module({
  controllers: [OrdersController],
  providers: [OrdersQueries],
  exports: [OrdersQueries],
})
export class OrdersModule {}
