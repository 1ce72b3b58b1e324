import { Module } from '@nestjs/common';
import { OrderBuyerQueries } from './order-buyer.queries.js';
import { OrderContextController } from './order-context.controller.js';

/** What staff see around an order: its buyer. */
@Module({ controllers: [OrderContextController], providers: [OrderBuyerQueries] })
export class OrderContextModule {}
