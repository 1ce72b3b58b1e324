import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Transactions } from '../../infra/database/transaction.js';
import { SyncCheckout } from './sync-checkout.js';
import { Checkout } from './checkout.entity.js';

/** When the sweeper takes the wish up, should this call not live to see its answer, ms. */
const TAKE_UP_MS = 5_000;

/**
 * Ends an open checkout at the buyer's wish: the provider is asked first, and a checkout that proves paid is
 * settled instead. When the provider does not answer, the wish stays and the sweeper carries it out.
 */
@Injectable()
export class CancelCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly ask: SyncCheckout,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE */
  async execute(ref: string): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run((tx) =>
      tx
        .createQueryBuilder()
        .update(Checkout)
        .set({ cancelRequestedAt: now, nextCheckAt: this.clock.in(TAKE_UP_MS) })
        .where("ref = :ref AND state = 'open' AND cancel_requested_at IS NULL", { ref })
        .execute(),
    );
    await this.ask.execute(ref, true);
  }
}
