import { Module } from '@nestjs/common';
import { SettleModule } from '../checkout/settle/settle.module.js';
import { ConfirmPayment } from './confirm-payment.js';
import { FulfilmentController } from './fulfilment.controller.js';
import { RefundOrder } from './refund-order.js';
import { TransitionOrder } from './transition-order.js';

/** What staff do with an order: work it off, cancel it, refund it. */
@Module({
  imports: [SettleModule],
  controllers: [FulfilmentController],
  providers: [ConfirmPayment, RefundOrder, TransitionOrder],
  exports: [TransitionOrder],
})
export class FulfilmentModule {}
