import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { MarkBlockedNames } from './mark-blocked-names.js';
import { BookLateEarnings } from './points-and-commission.js';
import { OrdersController } from './orders.controller.js';
import { OrdersQueries } from './orders.queries.js';
import { MarkOverdueOrders } from './mark-overdue-orders.js';
import { MeasuredDelivery } from './measured-delivery.js';

@Module({
  imports: [AccountsModule],
  controllers: [OrdersController],
  providers: [MarkBlockedNames, BookLateEarnings, OrdersQueries, MarkOverdueOrders, MeasuredDelivery],
  exports: [OrdersQueries, MeasuredDelivery],
})
export class OrdersModule {}
