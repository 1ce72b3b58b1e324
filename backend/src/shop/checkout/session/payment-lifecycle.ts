import { Injectable } from '@nestjs/common';
import { HOLDING_STATES } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { type PaymentPage, type PaymentSession, ProviderRefusal } from '../../payments/payment-provider.js';
import { PaymentProviderRegistry, providerUnavailable } from '../../payments/payment-provider-registry.js';
import type { Checkout } from '../checkout.entity.js';
import { checkoutEndedError } from '../checkout-locks.js';
import { RecordUnknownPayment, EndCheckout } from '../settle/end-checkout.js';
import { MarkConfirming } from '../settle/mark-confirming.js';
import { SettleCheckout } from '../settle/settle-checkout.js';
import { CaptureApproved, isPastEnd } from './capture-approved.js';
import { CreatePaymentSession } from './create-payment-session.js';
import { PaymentSessions } from './payment-sessions.js';

/**
 * Runs a payment in the same way for every provider: starts it, then applies the state that the provider reports by
 * message or query. Every step may be repeated; none runs inside a transaction.
 */
@Injectable()
export class PaymentLifecycle {
  constructor(
    private readonly sessions: PaymentSessions,
    private readonly providers: PaymentProviderRegistry,
    private readonly createSession: CreatePaymentSession,
    private readonly captureApproved: CaptureApproved,
    private readonly settleCheckout: SettleCheckout,
    private readonly markConfirming: MarkConfirming,
    private readonly endCheckout: EndCheckout,
    private readonly doubtCheckout: RecordUnknownPayment,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts the payment.
   * @returns the page on which the buyer pays; null if nothing is left to pay
   * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE, CONFLICT or ALREADY_PAID if the checkout ended meanwhile
   */
  async startPayment(checkout: Checkout): Promise<PaymentPage | null> {
    const { ref, method, providerRequest, providerUrl, providerSessionId: id } = checkout;
    // Another call may have stored the page of a crypto checkout whose orders are not written yet.
    const isReady = providerUrl !== null && (method !== 'crypto' || checkout.state !== 'open');
    const url = isReady ? providerUrl : await this.createAndApply(checkout);
    if (url === null) return null;
    const provider =
      id === null
        ? this.providers.findProviderForMethod(method)
        : this.providers.findProviderOfSession(method, id);
    const fields = providerRequest && provider.formFields?.(ref, providerRequest);
    return fields ? { url, fields } : { url };
  }

  /**
   * Asks the provider for a checkout's session and applies its state.
   * @param expire ends an open session at the provider first
   * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE if the provider does not answer; then nothing has changed
   */
  async syncCheckout(ref: string, { expire }: { expire: boolean }): Promise<void> {
    const checkout = await this.sessions.findCheckout(ref);
    if (!HOLDING_STATES.includes(checkout.state)) return;
    const session = await this.readCurrentSession(checkout, expire && checkout.state === 'open');
    if (session) await this.applySession(ref, session);
  }

  /**
   * Applies the state of a session to a checkout. A payment counts from any session of the checkout, an end only
   * from the current session.
   * @throws ShopError NOT_FOUND for an unknown checkout
   */
  async applySession(ref: string, { id, state, payment, attempt }: PaymentSession): Promise<void> {
    if (state === 'open' || state === 'approved') return;
    if (state === 'confirming') return this.markConfirming.execute(ref, id, attempt);
    if (state !== 'paid') return this.endCheckout.execute(ref, state, id, attempt);
    const settled = await this.settleCheckout.execute(ref, payment);
    // Ends a checkout whose payment did not settle it, because a session is paid only once. If there was nothing to
    // pay, no session is stored that could be named.
    if (!settled) await this.endCheckout.execute(ref, 'failed', payment ? id : undefined);
  }

  private async createAndApply(checkout: Checkout): Promise<string | null> {
    const session = await this.createSession.execute(checkout);
    await this.applySession(checkout.ref, session);
    if (session.state === 'confirming') await this.assertStillPayable(checkout.ref);
    return session.url;
  }

  /**
   * Checks that a checkout whose session is confirming from its start has not ended meanwhile: its page takes money
   * at any time, but nobody would deliver for it.
   * @throws ShopError CONFLICT
   */
  private async assertStillPayable(ref: string): Promise<void> {
    const { state } = await this.sessions.findCheckout(ref);
    if (state !== 'confirming' && state !== 'paid') throw checkoutEndedError();
  }

  private async readCurrentSession(checkout: Checkout, expire: boolean): Promise<PaymentSession | undefined> {
    if (checkout.providerSessionId !== null)
      return this.fetchSession(checkout, checkout.providerSessionId, expire);
    if (isPastEnd(checkout, this.clock.now())) {
      await this.endCheckout.execute(checkout.ref, 'expired');
      return undefined;
    }
    const session = await this.findUnstoredSession(checkout);
    const canEnd = session?.state === 'open' || session?.state === 'confirming';
    return canEnd && expire ? this.fetchSession(checkout, session.id, true) : session;
  }

  /**
   * Finds the session of a checkout that has none stored, by repeating the create call: with the same key it
   * returns an existing session, and is refused otherwise.
   */
  private async findUnstoredSession(checkout: Checkout): Promise<PaymentSession | undefined> {
    try {
      return await this.createSession.execute(checkout);
    } catch (error) {
      const { state } = await this.sessions.findCheckout(checkout.ref);
      // Leaves the checkout alone if the session was refused for good, or another process has ended the checkout.
      if (!HOLDING_STATES.includes(state)) return undefined;
      throw error;
    }
  }

  private async fetchSession(
    checkout: Checkout,
    id: string,
    expire: boolean,
  ): Promise<PaymentSession | undefined> {
    const provider = this.providers.findProviderOfSession(checkout.method, id);
    try {
      if (expire) return await provider.endSession(id);
      return await this.captureApproved.execute(provider, checkout.ref, await provider.retrieveSession(id));
    } catch (error) {
      if (
        error instanceof ProviderRefusal &&
        checkout.state === 'open' &&
        isPastEnd(checkout, this.clock.now())
      ) {
        // Ends the checkout, because the provider does not know the expired session and the hold would otherwise
        // last for ever.
        await this.endCheckout.execute(checkout.ref, 'expired');
        return undefined;
      }
      if (error instanceof ProviderRefusal && checkout.state === 'confirming') {
        await this.doubtCheckout.execute(checkout.ref, id);
        return undefined;
      }
      throw providerUnavailable('The payment provider does not answer right now. Please try again.');
    }
  }
}
