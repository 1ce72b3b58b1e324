import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { ConfirmPayment } from './confirm-payment.js';
import { OrderTransitionsController } from './order-transitions.controller.js';
import { SettleActs } from './settle-acts.js';
import { TransitionOrder } from './transition-order.js';
import { TransitionOrders } from './transition-orders.js';
import { UndoOrderAct } from './undo-order-act.js';
import { WithdrawPurchase } from './withdraw-purchase.js';
import { WithdrawalsController } from './withdrawals.controller.js';

/** Changes of an order's state by staff, from delivery to cancellation, and the buyer's withdrawal. */
@Module({
  imports: [AccountsModule, CheckoutModule, RefundsModule],
  controllers: [OrderTransitionsController, WithdrawalsController],
  providers: [ConfirmPayment, SettleActs, TransitionOrder, TransitionOrders, UndoOrderAct, WithdrawPurchase],
  exports: [RefundsModule, TransitionOrder],
})
export class FulfilmentModule {}
