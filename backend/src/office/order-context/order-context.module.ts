import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { OrderBuyerQueries } from './order-buyer.queries.js';
import { OrderContextController } from './order-context.controller.js';
import { OrderTimelineQueries } from './order-timeline.queries.js';

/** What staff see around an order: its buyer, and what happened to it. */
@Module({
  imports: [AccountsModule],
  controllers: [OrderContextController],
  providers: [OrderBuyerQueries, OrderTimelineQueries],
})
export class OrderContextModule {}
