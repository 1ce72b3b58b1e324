import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { BookProviderRefund } from './book-provider-refund.js';
import { RecordLateCrypto } from './record-late-crypto.js';
import { MarkRefundDone } from './manual-refunds.js';
import { RefundLimit } from './refund-limit.js';
import { RefundOrder } from './refund-order.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundSender, SendRefund } from './send-refunds.js';
import { StrandedQueries } from './stranded-payments.queries.js';

/** Refunds: requested by staff, sent to the provider, booked from the provider's messages, or made manually. */
@Module({
  imports: [AccountsModule, PaymentsModule],
  controllers: [RefundsController],
  providers: [
    BookProviderRefund,
    RecordLateCrypto,
    MarkRefundDone,
    RefundLimit,
    RefundOrder,
    RefundSender,
    RefundsQueries,
    SendRefund,
    StrandedQueries,
  ],
  exports: [BookProviderRefund, RefundLimit, RefundOrder, RefundsQueries],
})
export class RefundsModule {}
