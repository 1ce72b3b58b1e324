import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { failpoint } from '../../../common/failpoints.js';
import { ShopError } from '../../../common/problem.js';
import { Transactions } from '../../../infra/database/transaction.js';
import type { CardSession } from '../stripe/card-session.js';
import { ProviderBusy, ProviderFault, ProviderRefusal } from '../provider-errors.js';
import { StripeGateway } from '../stripe/stripe-gateway.js';
import { Checkout } from '../../checkout/checkout.entity.js';
import { EndCheckout } from '../../checkout/settle/end-checkout.js';
import { AttachPaymentSession } from './attach-payment-session.js';

/** A call that finds the same request in progress polls for its session: so often, with this pause in ms. */
const MAX_POLLS = 30;
const POLL_MS = 200;

/**
 * Creates the provider's session of a checkout under a stored idempotency key, so that a repeat after a crash or a
 * lost answer finds the same session. Runs outside any transaction.
 */
@Injectable()
export class CreatePaymentSession {
  private readonly logger = new Logger(CreatePaymentSession.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly stripe: StripeGateway,
    private readonly end: EndCheckout,
    private readonly attach: AttachPaymentSession,
  ) {}

  /**
   * @returns the checkout's one session
   * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE – the checkout stays open when the outcome is unknown, and is
   *   failed when the provider refused; CONFLICT or ALREADY_PAID when the checkout ended meanwhile
   */
  async execute(checkout: Checkout): Promise<CardSession> {
    const { ref, providerRequest } = checkout;
    if (!providerRequest) throw new ShopError('NOT_FOUND', 'This checkout needs no provider.');
    failpoint('place.committed');
    try {
      const session = await this.stripe.createSession({ ref, ...providerRequest }, keyOf(checkout));
      failpoint('session.made');
      return await this.attach.execute(ref, session);
    } catch (error) {
      if (error instanceof ShopError) throw error;
      this.logger.warn(
        `No payment session for checkout ${ref}: ${error instanceof Error ? error.message : String(error)}`,
      );
      const other = error instanceof ProviderBusy ? await this.waitForOther(ref) : undefined;
      if (other) return other;
      if (error instanceof ProviderRefusal) await this.end.execute(ref, 'failed');
      else if (error instanceof ProviderFault) await this.nextAttempt(checkout);
      throw new ShopError(
        'PAYMENT_PROVIDER_UNAVAILABLE',
        'The payment page can not be reached right now. Nothing was charged. Please try again.',
        { retryAfter: 5 },
      );
    }
  }

  /** The call in progress stores its session, whose address this call needs as well. */
  private async waitForOther(ref: string): Promise<CardSession | undefined> {
    for (let n = 0; n < MAX_POLLS; n += 1) {
      const checkout = await this.database.manager.findOneByOrFail(Checkout, { ref });
      const session = this.attach.attachedSession(checkout);
      if (session) return session;
      await pause(POLL_MS);
    }
    return undefined;
  }

  /** The address of a session behind the old key was never given out, so it can't be paid. */
  private async nextAttempt({ ref, providerAttempt }: Checkout): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Checkout, { ref, providerAttempt }, { providerAttempt: providerAttempt + 1 }),
    );
  }
}

function keyOf({ ref, providerAttempt }: Checkout): string {
  return `checkout-${ref}-${providerAttempt}`;
}
