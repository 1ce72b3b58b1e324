import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ReconciliationController } from '../reconciliation/reconciliation.controller.js';
import { ReconciliationJob } from '../reconciliation/reconciliation-job.js';
import { ReconciliationQueries } from '../reconciliation/reconciliation.queries.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { HandleMessage } from './handle-message.js';
import { ProviderInbox } from './provider-inbox.js';
import { ProviderMessages } from './provider-messages.js';
import { ErasePayloads } from './erase-payloads.js';
import { WebhooksController } from './webhooks.controller.js';

/** Receives the providers' messages, and compares the providers' payments with the shop's. */
@Module({
  imports: [CheckoutModule, DisputesModule, PaymentsModule, RefundsModule],
  controllers: [ReconciliationController, WebhooksController],
  providers: [
    ErasePayloads,
    HandleMessage,
    ProviderInbox,
    ProviderMessages,
    ReconciliationJob,
    ReconciliationQueries,
  ],
})
export class InboxModule {}
