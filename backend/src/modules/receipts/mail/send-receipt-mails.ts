import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RECEIPT_LANGUAGES } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../common/clock.js';
import { errorText } from '../../../common/error-text.js';
import { sql } from '../../../infra/database/sql.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { Periodic } from '../../../infra/loops/periodic.js';
import { Mailer, MailRefused } from '../../../infra/mail/mailer.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { ReceiptsQueries } from '../receipts.queries.js';
import { receiptMail } from './receipt-mail.js';

const EVERY_MS = 3_000;
/** Tries of one mail; with waits that double from two minutes on, the last is after more than two hours. */
const MAX_TRIES = 8;

const waitingMail = z.object({
  checkoutId: z.number(),
  ref: z.string(),
  userId: z.number(),
  /** This try included. */
  attempts: z.number(),
  email: z.string().nullable(),
  language: z.enum(RECEIPT_LANGUAGES).nullable(),
});
type WaitingMail = z.infer<typeof waitingMail>;

/** Mails receipts that wait; each is taken by one process at a time and sent once as far as SMTP can say (OWN-506). */
@Injectable()
export class SendReceiptMails {
  private readonly logger = new Logger(SendReceiptMails.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly receipts: ReceiptsQueries,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'send-receipt-mails', every: EVERY_MS, role: 'worker' })
  async sendDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (!this.mailer.isSetUp) return;
    const dueAt = this.clock.now();
    while (!signal.aborted) {
      const waiting = await this.take(dueAt);
      if (!waiting) return;
      await this.send(waiting);
    }
  }

  /** Takes one that is due; until its next try, longer than a send may last, no other process does. */
  private async take(dueAt: Date): Promise<WaitingMail | undefined> {
    return sql(this.database).first(
      waitingMail,
      `UPDATE receipt_mails m SET attempts = m.attempts + 1, last_error = NULL,
              next_try_at = $1::timestamptz + interval '2 minutes' * power(2, least(m.attempts, 8))
         FROM checkouts c LEFT JOIN receipt_addresses a ON a.user_id = c.user_id
        WHERE c.id = m.checkout_id
          AND m.checkout_id IN (SELECT checkout_id FROM receipt_mails WHERE state = 'waiting' AND next_try_at <= $2
                                 ORDER BY next_try_at, checkout_id LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING m.checkout_id AS "checkoutId", c.ref, c.user_id AS "userId", m.attempts, a.email, a.language`,
      [this.clock.now(), dueAt],
    );
  }

  private async send({ checkoutId, ref, userId, attempts, email, language }: WaitingMail): Promise<void> {
    // The buyer took the address back.
    if (email === null || language === null) return this.end(checkoutId, 'dropped');
    try {
      const receipt = await this.receipts.own(userId, ref);
      const url = `${this.settings.publicUrl}/receipt?checkout=${ref}`;
      await this.mailer.send({ to: email, id: `receipt-${ref}`, ...receiptMail(receipt, language, url) });
      await this.end(checkoutId, 'sent');
    } catch (error) {
      const cause = errorText(error);
      this.logger.warn(`The receipt of ${ref} was not mailed at try ${attempts}: ${cause}`);
      if (error instanceof MailRefused || attempts >= MAX_TRIES) return this.park(checkoutId, ref, cause);
      await sql(this.database).run(
        `UPDATE receipt_mails SET last_error = $3 WHERE checkout_id = $1 AND attempts = $2`,
        [checkoutId, attempts, cause],
      );
    }
  }

  private async end(checkoutId: number, state: 'sent' | 'dropped'): Promise<void> {
    await sql(this.database).run(
      `UPDATE receipt_mails SET state = $2, ended_at = $3 WHERE checkout_id = $1 AND state = 'waiting'`,
      [checkoutId, state, this.clock.now()],
    );
  }

  /** Gives up, with one alert. */
  private async park(checkoutId: number, ref: string, cause: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const parked = await sql(tx).affected(
        `UPDATE receipt_mails SET state = 'parked', ended_at = $2, last_error = $3
          WHERE checkout_id = $1 AND state = 'waiting'`,
        [checkoutId, this.clock.now(), cause],
      );
      if (parked === 0) return;
      const detail = `The receipt of checkout ${ref} was not mailed: ${cause}. The buyer finds it in the account.`;
      raiseAlert(tx, { kind: 'failure', title: 'Receipt not mailed', detail, isFoldable: true });
    });
  }
}
