import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { Payables, type Payable } from '../../payments/payables.js';
import type { PaymentSession, ProviderPayment } from '../../payments/payment-provider.js';
import { Checkout } from '../checkout.entity.js';
import { DoubtCheckout, EndCheckout } from './end-checkout.js';
import { MarkConfirming } from './mark-confirming.js';
import { ReopenCheckout } from './late-money.js';
import { SettleCheckout } from './settle-checkout.js';

/** How long after opening the provider is polled first if no message of it came, ms. */
const FIRST_CHECK_MS = 60_000;

/** Checkouts as payments know them: the one entry of payments into this module. */
@Injectable()
export class CheckoutPayables extends Payables {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly settleCheckout: SettleCheckout,
    private readonly markConfirming: MarkConfirming,
    private readonly endCheckout: EndCheckout,
    private readonly doubtCheckout: DoubtCheckout,
    private readonly reopenCheckout: ReopenCheckout,
    private readonly clock: Clock,
  ) {
    super();
  }

  find(ref: string): Promise<Payable> {
    return this.database.manager.findOneByOrFail(Checkout, { ref });
  }

  async attach(ref: string, { id, url }: Pick<PaymentSession, 'id' | 'url'>): Promise<boolean> {
    const count = await sql(this.database).affected(
      `UPDATE checkouts SET provider_session_id = $2, provider_url = $3, next_check_at = $4
        WHERE ref = $1 AND state = 'open' AND provider_session_id IS NULL`,
      [ref, id, url, this.clock.in(FIRST_CHECK_MS)],
    );
    return count === 1;
  }

  async raiseAttempt(ref: string, providerAttempt: number): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Checkout, { ref, providerAttempt }, { providerAttempt: providerAttempt + 1 }),
    );
  }

  settle(ref: string, payment: ProviderPayment | null): Promise<boolean> {
    return this.settleCheckout.execute(ref, payment);
  }

  confirm(ref: string, sessionId: string, attempt?: string): Promise<void> {
    return this.markConfirming.execute(ref, sessionId, attempt);
  }

  beforeCapture(ref: string, sessionId: string): Promise<number | undefined> {
    return this.markConfirming.beforeCapture(ref, sessionId);
  }

  reopen(ref: string, sessionId: string, version: number): Promise<void> {
    return this.reopenCheckout.execute(ref, sessionId, version);
  }

  end(ref: string, because: 'expired' | 'failed', sessionId?: string, attempt?: string): Promise<void> {
    return this.endCheckout.execute(ref, because, sessionId, attempt);
  }

  doubt(ref: string, sessionId: string): Promise<void> {
    return this.doubtCheckout.execute(ref, sessionId);
  }
}
