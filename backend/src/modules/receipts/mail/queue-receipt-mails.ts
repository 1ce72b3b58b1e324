import { Injectable } from '@nestjs/common';
import { sql } from '../../../infra/database/sql.js';
import { Mailer } from '../../../infra/mail/mailer.js';
import type { EventWrite } from '../../../infra/outbox/projections.js';

/**
 * Writes the mail of each purchase that was paid, once, where its buyer gave an address; in the transaction that relays
 * the payment, so that no crash loses or doubles it (OWN-506).
 */
@Injectable()
export class QueueReceiptMails {
  readonly onPaid: EventWrite = {
    types: ['checkout.paid'],
    write: async (tx, events) => {
      if (!this.mailer.isSetUp) return;
      await sql(tx).run(
        `INSERT INTO receipt_mails (checkout_id)
         SELECT c.id FROM checkouts c JOIN receipt_addresses a ON a.user_id = c.user_id WHERE c.ref = ANY($1)
         ON CONFLICT DO NOTHING`,
        [events.map(({ aggregateId }) => aggregateId)],
      );
    },
  };

  constructor(private readonly mailer: Mailer) {}
}
