import { Module } from '@nestjs/common';
import { CheckoutModule } from '../checkout/checkout.module.js';
import { QueueReceiptMails } from './mail/queue-receipt-mails.js';
import { ReceiptAddress } from './mail/receipt-address.js';
import { SendReceiptMails } from './mail/send-receipt-mails.js';
import { ReceiptsController } from './receipts.controller.js';
import { ReceiptsQueries } from './receipts.queries.js';

/** What a buyer keeps of a paid purchase. */
@Module({
  imports: [CheckoutModule],
  controllers: [ReceiptsController],
  providers: [QueueReceiptMails, ReceiptAddress, ReceiptsQueries, SendReceiptMails],
  exports: [QueueReceiptMails],
})
export class ReceiptsModule {}
