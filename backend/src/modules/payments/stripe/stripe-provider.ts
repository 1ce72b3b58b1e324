import { Inject, Injectable } from '@nestjs/common';
import { MOST_CHARGE, type Cents } from '@pax/contracts';
import { Stripe } from 'stripe';
import { ShopError } from '../../../common/problem.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type {
  MoneyMovement,
  PaymentProvider,
  PaymentRequest,
  PaymentSession,
  ProviderRefundInput,
} from '../payment-provider.js';
import { ProviderRefusal } from '../provider-errors.js';
import { stripeClient } from './stripe-client.js';
import { lineItems } from './line-items.js';
import { asProviderError } from './stripe-errors.js';
import { StripeMessages } from './stripe-messages.js';
import { stripeMovements } from './stripe-movements.js';
import { STRIPE, toSession } from './stripe-session.js';

/** Cards, by Stripe's hosted payment page. */
@Injectable()
export class StripeProvider implements PaymentProvider {
  readonly name = STRIPE;
  readonly method = 'card';
  /** Stripe requires 30 minutes when it accepts the request. */
  readonly terms = { sessionMs: 35 * 60_000, maximumCents: MOST_CHARGE };
  readonly messages: StripeMessages;
  private readonly stripe: Stripe | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.stripe = stripeClient(settings);
    this.messages = new StripeMessages(this.stripe, settings);
  }

  get isSetUp(): boolean {
    return this.stripe !== undefined && this.settings.stripe.webhookSecret !== undefined;
  }

  async create(ref: string, request: PaymentRequest, key: string): Promise<PaymentSession> {
    const { expiresAt } = request;
    const back = `${this.settings.publicUrl}/payment`;
    try {
      const session = await this.client().checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: ref,
          metadata: { checkout: ref },
          payment_intent_data: { metadata: { checkout: ref } },
          line_items: lineItems(request),
          ...(expiresAt !== null && { expires_at: expiresAt }),
          success_url: `${back}-success?checkout=${ref}`,
          cancel_url: `${back}-cancelled?checkout=${ref}`,
        },
        { idempotencyKey: key },
      );
      return toSession(session);
    } catch (error) {
      throw asProviderError(error);
    }
  }

  async retrieve(id: string): Promise<PaymentSession> {
    try {
      return toSession(await this.client().checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
    } catch (error) {
      throw asProviderError(error);
    }
  }

  async end(id: string): Promise<PaymentSession> {
    try {
      return toSession(await this.client().checkout.sessions.expire(id));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.retrieve(id);
      throw error;
    }
  }

  async refund(refund: ProviderRefundInput): Promise<string> {
    const { paymentRef, amountCents, refundId, key, isRetry } = refund;
    const sent = isRetry ? await this.findRefund(refund) : undefined;
    if (sent !== undefined) return sent;
    try {
      const created = await this.client().refunds.create(
        { payment_intent: paymentRef, amount: amountCents, metadata: { refund: String(refundId) } },
        { idempotencyKey: key },
      );
      return acceptedRefund(created, amountCents);
    } catch (error) {
      throw asProviderError(error);
    }
  }

  movements(since: Date): AsyncIterable<MoneyMovement> {
    return stripeMovements(this.client(), since);
  }

  /** A key may be forgotten (after a day) or replaced, so before each retry the refund is searched by the shop's id. */
  private async findRefund({
    paymentRef,
    refundId,
    amountCents,
  }: ProviderRefundInput): Promise<string | undefined> {
    const refunds = await this.client().refunds.list({ payment_intent: paymentRef, limit: 100 });
    const known = refunds.data.find((refund) => refund.metadata?.['refund'] === String(refundId));
    return known && acceptedRefund(known, amountCents);
  }

  private client(): Stripe {
    if (!this.stripe) throw new ShopError('METHOD_DISABLED', 'Card payments are switched off.');
    return this.stripe;
  }
}

/** Id of a refund that is pending or done. @throws ProviderRefusal for one that failed, or is of another amount */
function acceptedRefund({ id, status, amount }: Stripe.Refund, amountCents: Cents): string {
  if (amount !== amountCents) throw new ProviderRefusal(`refund ${id} of another amount has its number`);
  if (status === 'failed' || status === 'canceled') throw new ProviderRefusal(`refund ${id} is ${status}`);
  return id;
}
