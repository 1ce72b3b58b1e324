import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { OrderBuyerQueries } from './order-buyer.queries.js';
import { OrderContextController } from './order-context.controller.js';
import { OrderTimelineQueries } from './order-timeline.queries.js';

/** The buyer and the timeline of an order, as staff see them. */
@Module({
  imports: [AccountsModule],
  controllers: [OrderContextController],
  providers: [OrderBuyerQueries, OrderTimelineQueries],
})
export class OrderContextModule {}
