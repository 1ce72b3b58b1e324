import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { CreatePaymentSession } from './lifecycle/create-payment-session.js';
import { ApplyDispute } from './disputes/apply-dispute.js';
import { DisputesController } from './disputes/disputes.controller.js';
import { DisputesQueries } from './disputes/disputes.queries.js';
import { EndDispute } from './disputes/end-dispute.js';
import { ProposeRefund } from './disputes/fraud-warnings.js';
import { RemindOfDisputes } from './disputes/tell-of-dispute.js';
import { PaymentLifecycle } from './lifecycle/payment-lifecycle.js';
import { ForgetPayloads, ProviderMessages } from './messages/provider-messages.js';
import { HandleMessage } from './messages/handle-message.js';
import { ProviderInbox } from './messages/provider-inbox.js';
import { CryptoProvider } from './crypto-provider.js';
import { NothingToPay } from './nothing-to-pay.js';
import type { PaymentProvider } from './payment-provider.js';
import { PaypalOrdersProvider } from './paypal/orders/paypal-orders-provider.js';
import { PaypalWebhookController } from './paypal/orders/paypal-webhook.controller.js';
import { PaypalNotificationController, ReceiveNotification } from './paypal/receive-notification.js';
import { PaypalProvider } from './paypal/paypal-provider.js';
import { PAYMENT_PROVIDERS, PaymentProviders } from './payment-providers.js';
import { ReconciliationController } from './reconciliation/reconciliation.controller.js';
import { ReconciliationJob } from './reconciliation/reconciliation-job.js';
import { ReconciliationQueries } from './reconciliation/reconciliation.queries.js';
import { ApplyRefund } from './refunds/apply-refund.js';
import { MarkRefundDone } from './refunds/mark-refund-done.js';
import { RefundsController } from './refunds/refunds.controller.js';
import { RefundsQueries } from './refunds/refunds.queries.js';
import { SendRefund } from './refunds/send-refund.js';
import { RefundSender } from './refunds/refund-sender.js';
import { StrandedController } from './stranded/stranded.controller.js';
import { StrandedQueries } from './stranded/stranded.queries.js';
import { StripeProvider } from './stripe/stripe-provider.js';
import { StripeWebhookController } from './stripe/stripe-webhook.controller.js';

/** The ways to pay, one line each. */
const PROVIDERS = [StripeProvider, PaypalProvider, PaypalOrdersProvider, CryptoProvider, NothingToPay];

@Module({})
export class PaymentsModule {
  /** @param checkouts the module that exports `Payables` */
  static of(checkouts: Type): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [AccountsModule, checkouts],
      controllers: [
        DisputesController,
        PaypalNotificationController,
        PaypalWebhookController,
        ReconciliationController,
        RefundsController,
        StrandedController,
        StripeWebhookController,
      ],
      providers: [
        ...PROVIDERS,
        {
          provide: PAYMENT_PROVIDERS,
          inject: PROVIDERS,
          useFactory: (...all: PaymentProvider[]) => all,
        },
        ApplyDispute,
        ApplyRefund,
        CreatePaymentSession,
        DisputesQueries,
        EndDispute,
        HandleMessage,
        MarkRefundDone,
        PaymentLifecycle,
        PaymentProviders,
        ProposeRefund,
        ProviderInbox,
        ForgetPayloads,
        ProviderMessages,
        ReceiveNotification,
        SendRefund,
        ReconciliationJob,
        ReconciliationQueries,
        RefundSender,
        RemindOfDisputes,
        RefundsQueries,
        StrandedQueries,
      ],
      exports: [PaymentLifecycle, PaymentProviders, RefundsQueries, StripeProvider],
    };
  }
}
