import { Global, Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { Reversals } from '../payments/refunds/reversals.js';
import { RolesModule } from '../../people/rights/roles.module.js';
import { BookLateEarnings } from './earnings.js';
import { ConfirmPayment, LateCrypto } from './confirm-payment.js';
import { FulfilmentController, WithdrawalsController } from './fulfilment.controller.js';
import { RefundLimit } from './refund-limit.js';
import { RefundOrder } from './refund-order.js';
import { TransitionOrder } from './transition-order.js';
import { WithdrawPurchase } from './withdraw-purchase.js';
import { OutsideReversals } from './outside-reversals.js';

/** Provides the class that undoes purchases; global, because payments use it and may not import a module above them. */
@Global()
@Module({
  imports: [AccountsModule, RolesModule],
  providers: [{ provide: Reversals, useClass: OutsideReversals }],
  exports: [Reversals],
})
class ReversalsModule {}

/** Staff's work on an order: delivery, cancellation and refund; and the withdrawal by its buyer. */
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
