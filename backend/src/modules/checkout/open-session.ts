import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ShopError } from '../../common/problem.js';
import { Transactions } from '../../infra/database/transaction.js';
import {
  ProviderFault,
  ProviderRefusal,
  StripeGateway,
  type CardSession,
} from '../../infra/payments/stripe-gateway.js';
import { Checkout } from './checkout.entity.js';
import { EndCheckout } from './end-checkout.js';

/** How long after opening the provider is asked for the first time if nothing was heard, ms. */
const FIRST_CHECK_MS = 60_000;

/**
 * Gets the provider's session of a checkout, under the key that was stored with it: a repeat after a crash or a
 * lost answer finds the same session. Runs outside any transaction.
 */
@Injectable()
export class OpenSession {
  private readonly logger = new Logger(OpenSession.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly stripe: StripeGateway,
    private readonly end: EndCheckout,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the session
   * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE – the checkout stays open when the outcome is unknown, and is
   *   failed when the provider refused
   */
  async execute(checkout: Checkout): Promise<CardSession> {
    if (!checkout.providerRequest) throw new ShopError('NOT_FOUND', 'This checkout needs no provider.');
    try {
      const session = await this.stripe.createSession(
        { ref: checkout.ref, ...checkout.providerRequest },
        keyOf(checkout),
      );
      await this.store(checkout.ref, session);
      return session;
    } catch (error) {
      this.logger.warn(`checkout ${checkout.ref}: ${error instanceof Error ? error.message : String(error)}`);
      if (error instanceof ProviderRefusal) await this.end.execute(checkout.ref, 'failed');
      else if (error instanceof ProviderFault) await this.nextAttempt(checkout);
      else if (error instanceof ShopError) throw error;
      throw new ShopError(
        'PAYMENT_PROVIDER_UNAVAILABLE',
        'The payment page can not be reached right now. Nothing was charged. Please try again.',
        { retryAfter: 5 },
      );
    }
  }

  /** The address of a session behind the old key was never given out, so it can't be paid. */
  private async nextAttempt({ ref, providerAttempt }: Checkout): Promise<void> {
    await this.transactions.run((tx) =>
      tx.update(Checkout, { ref, providerAttempt }, { providerAttempt: providerAttempt + 1 }),
    );
  }

  private async store(ref: string, session: CardSession): Promise<void> {
    const { id: providerSessionId, url: providerUrl } = session;
    await this.transactions.run((tx) =>
      tx.update(
        Checkout,
        { ref },
        { providerSessionId, providerUrl, nextCheckAt: this.clock.in(FIRST_CHECK_MS) },
      ),
    );
  }
}

function keyOf({ ref, providerAttempt }: Checkout): string {
  return `checkout-${ref}-${providerAttempt}`;
}
