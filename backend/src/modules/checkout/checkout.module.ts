import { Module } from '@nestjs/common';
import { StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ProviderMessages } from '../payments/provider-messages.js';
import { SendRefund } from '../payments/send-refund.js';
import { SendRefunds } from '../payments/send-refunds.js';
import { ApplySession } from './apply-session.js';
import { SyncCheckout } from './sync-checkout.js';
import { CancelCheckout } from './cancel-checkout.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutQueries } from './checkout.queries.js';
import { CheckoutRealtime } from './checkout.realtime.js';
import { CheckoutSweeper } from './checkout-sweeper.js';
import { EndCheckout } from './end-checkout.js';
import { HoldLimits } from './hold-limits.js';
import { AttachPaymentSession } from './attach-payment-session.js';
import { MarkConfirming } from './mark-confirming.js';
import { OpenCheckouts } from './open-checkouts.js';
import { CreatePaymentSession } from './create-payment-session.js';
import { PlaceCheckout } from './place-checkout.js';
import { PlacementLimits } from './placement-limits.js';
import { Quoting } from './quoting.js';
import { SettleCheckout } from './settle-checkout.js';
import { StartPayment } from './start-payment.js';
import { StripeInbox } from './stripe-inbox.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';

@Module({
  imports: [AccountsModule, CatalogModule],
  controllers: [CheckoutController, StripeWebhookController],
  providers: [
    ApplySession,
    SyncCheckout,
    CancelCheckout,
    CheckoutQueries,
    CheckoutRealtime,
    CheckoutSweeper,
    EndCheckout,
    HoldLimits,
    AttachPaymentSession,
    MarkConfirming,
    OpenCheckouts,
    CreatePaymentSession,
    PlaceCheckout,
    PlacementLimits,
    ProviderMessages,
    Quoting,
    SendRefund,
    SendRefunds,
    SettleCheckout,
    StartPayment,
    StripeGateway,
    StripeInbox,
  ],
  exports: [PlaceCheckout, SettleCheckout, StripeGateway],
})
export class CheckoutModule {}
