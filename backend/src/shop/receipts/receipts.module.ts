import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { ReceiptAddress } from './mail/receipt-address.js';
import { ReceiptMails } from './mail/receipt-mails.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsQueries } from './receipts.queries.js';

/** Receipts of paid purchases, for their buyers. */
@Module({
  imports: [CheckoutModule, RefundsModule],
  controllers: [ReceiptsController],
  providers: [ReceiptAddress, ReceiptMails, ReceiptsQueries],
  exports: [ReceiptMails],
})
export class ReceiptsModule {}
