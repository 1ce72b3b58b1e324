import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { BookLateEarnings } from './book-late-earnings.js';
import { ConfirmPayment } from './confirm-payment.js';
import { FulfilmentController } from './fulfilment.controller.js';
import { LateCrypto } from './late-crypto.js';
import { RefundLimit } from './refund-limit.js';
import { RefundOrder } from './refund-order.js';
import { ReversalsModule } from './reversals.module.js';
import { TransitionOrder } from './transition-order.js';
import { WithdrawPurchase } from './withdraw-purchase.js';
import { WithdrawalsController } from './withdrawals.controller.js';

/** What staff do with an order: work it off, cancel it, refund it; and how its buyer withdraws it. */
@Module({
  imports: [AccountsModule, CheckoutModule, ReversalsModule],
  controllers: [FulfilmentController, WithdrawalsController],
  providers: [
    BookLateEarnings,
    ConfirmPayment,
    LateCrypto,
    RefundLimit,
    RefundOrder,
    TransitionOrder,
    WithdrawPurchase,
  ],
  exports: [RefundLimit, RefundOrder, TransitionOrder],
})
export class FulfilmentModule {}
