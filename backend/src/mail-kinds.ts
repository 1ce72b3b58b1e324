import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SendMails } from './platform/mail/send-mails.js';
import { ReceiptMails } from './shop/receipts/mail/receipt-mails.js';
import { NoticeMails } from './support/notices/mail/notice-mails.js';
import { TicketMails } from './support/tickets/mail/ticket-mails.js';

/** Registers all kinds of mail that the shop sends. */
@Injectable()
export class MailKinds implements OnModuleInit {
  constructor(
    private readonly mails: SendMails,
    private readonly receipts: ReceiptMails,
    private readonly tickets: TicketMails,
    private readonly notices: NoticeMails,
  ) {}

  onModuleInit(): void {
    this.mails.registerKinds([this.receipts, ...this.tickets.kinds, this.notices]);
  }
}
