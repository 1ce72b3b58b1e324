import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { ReceiptAddress } from './mail/receipt-address.js';
import { ReceiptMails } from './mail/receipt-mails.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsQueries } from './receipts.queries.js';

/** What a buyer keeps of a paid purchase. */
@Module({
  imports: [CheckoutModule],
  controllers: [ReceiptsController],
  providers: [ReceiptAddress, ReceiptMails, ReceiptsQueries],
  exports: [ReceiptMails],
})
export class ReceiptsModule {}
