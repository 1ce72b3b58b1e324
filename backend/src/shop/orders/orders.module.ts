import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { BlockedNames } from './blocked-names.js';
import { BookLateEarnings } from './points-and-commission.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';
import { MarkOverdueOrders } from './mark-overdue-orders.js';

@Module({
  imports: [AccountsModule],
  controllers: [OrdersController],
  providers: [BlockedNames, BookLateEarnings, OrdersQueries, MarkOverdueOrders],
  exports: [OrdersQueries],
})
export class OrdersModule {}
