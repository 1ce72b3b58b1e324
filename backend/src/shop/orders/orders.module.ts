import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { MarkBlockedNames } from './mark-blocked-names.js';
import { BookLateEarnings } from './points-and-commission.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';
import { MarkOverdueOrders } from './mark-overdue-orders.js';

@Module({
  imports: [AccountsModule],
  controllers: [OrdersController],
  providers: [MarkBlockedNames, BookLateEarnings, OrdersQueries, MarkOverdueOrders],
  exports: [OrdersQueries],
})
export class OrdersModule {}
