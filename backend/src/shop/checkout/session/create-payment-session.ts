import { ShopError } from '../../../platform/shop-error.js';
import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.js';
import { errorText } from '../../../platform/describe-error.js';
import { failpoint } from '../../../platform/failpoints.js';
import {
  type PaymentSession,
  ProviderBusy,
  ProviderFault,
  ProviderRefusal,
} from '../../payments/payment-provider.js';
import { PaymentProviderRegistry, providerUnavailable } from '../../payments/payment-provider-registry.js';
import { checkoutEndedError } from '../checkout-locks.js';
import type { Checkout } from '../checkout.entity.js';
import { EndCheckout } from '../settle/end-checkout.js';
import { attachedSession, PaymentSessions } from './payment-sessions.js';

/**
 * Number of polls, and the pause between them in ms, while another call creates the session of the same checkout.
 */
const MAX_POLLS = 30;
const POLL_MS = 200;

/**
 * Creates the payment session of a checkout from its stored request and idempotency key, so that a repeat after a
 * crash or a lost answer finds the same session.
 */
@Injectable()
export class CreatePaymentSession {
  private readonly logger = new Logger(CreatePaymentSession.name);

  constructor(
    private readonly sessions: PaymentSessions,
    private readonly endCheckout: EndCheckout,
    private readonly providers: PaymentProviderRegistry,
  ) {}

  /**
   * @returns the checkout's only session, or one that is paid already
   * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE, CONFLICT if the checkout ended meanwhile, ALREADY_PAID
   */
  async execute(checkout: Checkout): Promise<PaymentSession> {
    const { ref, method, providerRequest: request } = checkout;
    if (!request) throw new ShopError('NOT_FOUND', 'This checkout was placed without a payment request.');
    failpoint('place.committed');
    try {
      const session = await this.providers
        .findProviderForMethod(method)
        .createSession(ref, request, idempotencyKeyOf(checkout));
      failpoint('session.made');
      return session.state === 'paid' ? session : await this.attachSession(checkout, session);
    } catch (error) {
      if (error instanceof ShopError || isDatabaseUnavailable(error)) throw error;
      return this.handleCreateFailure(checkout, error);
    }
  }

  /**
   * Stores a new session if the checkout is open and has none. The page's address is returned only then, so that a
   * checkout never has two payable pages, and an ended one has none.
   */
  private async attachSession({ ref, method }: Checkout, session: PaymentSession): Promise<PaymentSession> {
    if (await this.sessions.attachSession(ref, session)) return session;
    const checkout = await this.sessions.findCheckout(ref);
    if (checkout.providerSessionId !== session.id) await this.endUnused(method, session);
    // Accepts a session that a quicker call for the same checkout has stored and perhaps not applied yet.
    const isKnown = checkout.state === 'open' || checkout.state === session.state;
    if (checkout.providerSessionId === session.id && isKnown) return session;
    const attached = attachedSession(checkout);
    if (attached) return attached;
    throw checkoutEndedError();
  }

  /**
   * Ends a session whose page was never shown to anybody. A failed call does no harm, because nobody can pay the
   * session.
   */
  private async endUnused(method: Checkout['method'], { id }: PaymentSession): Promise<void> {
    await this.providers
      .findProviderForMethod(method)
      .endSession(id)
      .catch((error: unknown) =>
        this.logger.warn(`Unused session ${id} could not be expired and ends by itself: ${errorText(error)}`),
      );
  }

  private async handleCreateFailure(checkout: Checkout, error: unknown): Promise<PaymentSession> {
    const { ref, providerAttempt } = checkout;
    this.logger.warn(`No payment session for checkout ${ref}: ${errorText(error)}`);
    const other = error instanceof ProviderBusy ? await this.waitForOtherCall(ref) : undefined;
    if (other) return other;
    if (error instanceof ProviderRefusal) await this.endCheckout.execute(ref, 'failed');
    // Changes the idempotency key after a provider's fault. A session under the old key cannot be paid, because its
    // page was never shown.
    else if (error instanceof ProviderFault) await this.sessions.raiseAttempt(ref, providerAttempt);
    throw providerUnavailable(
      'The payment page can not be reached right now. Nothing was charged. Please try again.',
    );
  }

  /**
   * Waits until another call for the same checkout has stored its session, because this call needs that session's
   * page too.
   */
  private async waitForOtherCall(ref: string): Promise<PaymentSession | undefined> {
    for (let n = 0; n < MAX_POLLS; n += 1) {
      const session = attachedSession(await this.sessions.findCheckout(ref));
      if (session) return session;
      await pause(POLL_MS);
    }
    return undefined;
  }
}

function idempotencyKeyOf({ ref, providerAttempt }: Checkout): string {
  return `checkout-${ref}-${providerAttempt}`;
}
