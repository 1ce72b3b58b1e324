import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { deleteMailsBefore } from '../../platform/mail/mail-queue.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { deleteDirectMessagesBefore } from '../../discord/direct-messages/direct-message-rows.js';
import { deleteNoticesBefore } from '../../support/notices/notice-rows.js';
import { deleteTicketLinksBefore } from '../../support/tickets/erase-tickets.js';
import { Transactions } from '../../platform/database/transaction.js';
import { eraseCheckoutNames } from '../../shop/checkout/anonymise-checkouts.js';
import { PurchaseOrigins } from '../../shop/evidence/purchase-origins.js';
import { eraseOrderNames } from '../../shop/orders/anonymise-orders.js';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 14 * 60_000;
const DAY_MS = 86_400_000;
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
/**
 * Days for which a mailed link opens an ended ticket. The link of the contact form works as long as the
 * ticket exists.
 */
const LINK_DAYS = 180;
/** Rows that one statement deletes, so that no lock lasts long. */
const BATCH = 500;

/** Deletes notices and messages once no bank can ask about them any more. */
@Injectable()
export class ForgetOldMessages {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'forget-old-messages', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async forgetDueMessages(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const kept = this.settings.evidenceDays;
    for (const [deleteSome, days] of [
      [deleteNoticesBefore, kept],
      [deleteDirectMessagesBefore, kept],
      [deleteMailsBefore, kept],
      [deleteTicketLinksBefore, LINK_DAYS],
    ] as const)
      while (
        !signal.aborted &&
        (await deleteSome(this.database, daysBefore(this.clock.now(), days), BATCH)) === BATCH
      );
  }
}

/** Erases buyers' addresses, browsers and names stored for disputes once no bank can dispute the purchase. */
@Injectable()
export class ForgetEvidence {
  constructor(
    private readonly transactions: Transactions,
    private readonly origins: PurchaseOrigins,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'forget-evidence', every: EVERY_MS, firstAfter: 8 * 60_000, role: 'worker' })
  async forgetDueEvidence(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const now = this.clock.now();
    const before = daysBefore(now, this.settings.evidenceDays);
    let emptied = 1;
    while (emptied > 0 && !signal.aborted)
      emptied = await this.transactions.run(async (tx) => {
        const checkoutIds = await this.origins.eraseOriginsBefore(tx, before, now);
        await eraseCheckoutNames(tx, checkoutIds);
        await eraseOrderNames(tx, checkoutIds);
        return checkoutIds.length;
      });
  }
}
