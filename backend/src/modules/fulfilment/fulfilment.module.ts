import { Module } from '@nestjs/common';
import { FulfilmentController } from './fulfilment.controller.js';
import { RefundOrder } from './refund-order.js';
import { TransitionOrder } from './transition-order.js';

/** What staff do with an order: work it off, cancel it, refund it. */
@Module({
  controllers: [FulfilmentController],
  providers: [RefundOrder, TransitionOrder],
  exports: [TransitionOrder],
})
export class FulfilmentModule {}
