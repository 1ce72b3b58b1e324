import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailLanguage } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { refRow, sql } from '../../../platform/database/sql.js';
import { queueMails, type MailKind } from '../../../platform/mail/mail-queue.js';
import { Mailer, type Mail } from '../../../platform/mail/mailer.js';
import type { EventWrite } from '../../../platform/outbox/projections.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { ReceiptsQueries } from '../receipts.queries.js';
import { composeReceiptMail } from './compose-receipt-mail.js';
const recipientRow = z.object({ userId: z.number(), email: z.string(), language: mailLanguage });

/** Mails a receipt for each paid purchase, once, if its buyer gave an address. */
@Injectable()
export class ReceiptMails implements MailKind {
  readonly kind = 'receipt';
  readonly onPaid: EventWrite = {
    types: ['checkout.paid'],
    write: async (tx, events) => {
      if (!this.mailer.isSetUp) return;
      const paid = await sql(tx).rows(
        refRow,
        `SELECT c.ref FROM checkouts c JOIN receipt_addresses a ON a.user_id = c.user_id WHERE c.ref = ANY($1)`,
        [events.map(({ aggregateId }) => aggregateId)],
      );
      await queueMails(
        tx,
        this.kind,
        paid.map(({ ref }) => ref),
      );
    },
  };

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly receipts: ReceiptsQueries,
    private readonly mailer: Mailer,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Composes the receipt mail.
   * @returns undefined if the buyer has removed the address
   */
  async compose(ref: string): Promise<Omit<Mail, 'id'> | undefined> {
    const recipient = await sql(this.database).first(
      recipientRow,
      `SELECT a.user_id AS "userId", a.email, a.language
         FROM checkouts c JOIN receipt_addresses a ON a.user_id = c.user_id WHERE c.ref = $1`,
      [ref],
    );
    if (!recipient) return undefined;
    const { userId, email, language } = recipient;
    const receipt = await this.receipts.readOwn(userId, ref);
    return {
      to: email,
      ...composeReceiptMail(receipt, language, `${this.settings.publicUrl}/receipt?checkout=${ref}`),
    };
  }

  inAlert(ref: string): ReturnType<MailKind['inAlert']> {
    return { name: `The receipt of checkout ${ref}`, instead: 'The buyer finds it in the account.' };
  }
}
