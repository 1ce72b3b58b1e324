import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { eraseCheckoutNames } from '../../shop/checkout/anonymise-checkouts.js';
import { PurchaseOrigins } from '../../shop/evidence/purchase-origins.js';
import { eraseOrderNames } from '../../shop/orders/anonymise-orders.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Erases buyers' addresses, browsers and names stored for disputes once no bank can dispute the purchase. */
@Injectable()
export class ForgetEvidence {
  constructor(
    private readonly transactions: Transactions,
    private readonly origins: PurchaseOrigins,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'forget-evidence', every: HOUR_MS, role: 'worker', firstAfter: 8 * 60_000 })
  async forgetDueEvidence(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - this.settings.evidenceDays * DAY_MS);
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
