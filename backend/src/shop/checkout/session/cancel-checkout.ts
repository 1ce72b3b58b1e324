import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { PaymentLifecycle } from './payment-lifecycle.js';
import { Checkout } from '../checkout.entity.js';

/** Time after which the sweeper retries a cancel, ms, in case this process ends before the provider answers. */
const RETRY_MS = 5_000;

/**
 * Cancels an open checkout for its buyer: ends the session at the provider first, or settles the checkout if it
 * proves to be paid. If the provider does not answer, the sweeper retries the stored request.
 */
@Injectable()
export class CancelCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentLifecycle,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE */
  async execute(ref: string): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run((tx) =>
      tx
        .createQueryBuilder()
        .update(Checkout)
        .set({ cancelRequestedAt: now, nextCheckAt: this.clock.fromNow(RETRY_MS) })
        .where("ref = :ref AND state = 'open' AND cancel_requested_at IS NULL", { ref })
        .execute(),
    );
    await this.payments.syncCheckout(ref, { expire: true });
  }
}
