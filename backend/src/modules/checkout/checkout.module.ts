import { Module } from '@nestjs/common';
import { StripeGateway } from '../payments/stripe/stripe-gateway.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ProviderMessages } from '../payments/messages/provider-messages.js';
import { SendRefund } from '../payments/refunds/send-refund.js';
import { SendRefunds } from '../payments/refunds/send-refunds.js';
import { ApplySession } from '../payments/lifecycle/apply-session.js';
import { SyncCheckout } from '../payments/lifecycle/sync-checkout.js';
import { CancelCheckout } from './session/cancel-checkout.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutQueries } from './checkout.queries.js';
import { CheckoutRealtime } from './checkout.realtime.js';
import { CheckoutSweeper } from './session/checkout-sweeper.js';
import { EndCheckout } from './settle/end-checkout.js';
import { HoldLimits } from './place/hold-limits.js';
import { AttachPaymentSession } from '../payments/lifecycle/attach-payment-session.js';
import { MarkConfirming } from './settle/mark-confirming.js';
import { OpenCheckouts } from './place/open-checkouts.js';
import { CreatePaymentSession } from '../payments/lifecycle/create-payment-session.js';
import { PlaceCheckout } from './place/place-checkout.js';
import { PlacementLimits } from './place/placement-limits.js';
import { Quoting } from './place/quoting.js';
import { SettleCheckout } from './settle/settle-checkout.js';
import { StartPayment } from '../payments/lifecycle/start-payment.js';
import { StripeInbox } from '../payments/messages/stripe-inbox.js';
import { StripeWebhookController } from '../payments/stripe/stripe-webhook.controller.js';

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
