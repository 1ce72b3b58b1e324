import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../../../platform/clock.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import type { PaymentSession } from '../../payments/payment-provider.js';
import { checkoutEndedError, paidOrConfirmingError } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';

/** Time after a session opened at which the provider is first polled if no message came, ms. */
const FIRST_CHECK_MS = 60_000;

/** Reads and changes the session data stored with checkouts; each method runs in a transaction of its own. */
@Injectable()
export class PaymentSessions {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws EntityNotFoundError for an unknown reference */
  findCheckout(ref: string): Promise<Checkout> {
    return this.database.manager.findOneByOrFail(Checkout, { ref });
  }

  /**
   * Stores the session of an open checkout that has none.
   * @returns false if the checkout has a session or is not open
   */
  async attachSession(ref: string, { id, url }: Pick<PaymentSession, 'id' | 'url'>): Promise<boolean> {
    const count = await sql(this.database).affected(
      `UPDATE checkouts SET provider_session_id = $2, provider_url = $3, next_check_at = $4
        WHERE ref = $1 AND state = 'open' AND provider_session_id IS NULL`,
      [ref, id, url, this.clock.fromNow(FIRST_CHECK_MS)],
    );
    return count === 1;
  }

  /**
   * Raises the attempt number of a checkout, once per attempt, so that the next create call uses a new idempotency
   * key.
   */
  async raiseAttempt(ref: string, providerAttempt: number): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Checkout, { ref, providerAttempt }, { providerAttempt: providerAttempt + 1 }),
    );
  }
}

/**
 * Returns the stored session of an open checkout; undefined if it has none.
 * @throws ShopError CONFLICT if the checkout ended, ALREADY_PAID if it was paid, CHECKOUT_OPEN while it is being
 * confirmed
 */
export function attachedSession(
  checkout: Pick<Checkout, 'ref' | 'state' | 'method' | 'providerSessionId' | 'providerUrl'>,
): PaymentSession | undefined {
  const { state, providerSessionId: id, providerUrl: url } = checkout;
  if (state === 'paid' || state === 'confirming') throw paidOrConfirmingError(checkout);
  if (state !== 'open') throw checkoutEndedError();
  return id === null ? undefined : { id, url, state: 'open', payment: null };
}
