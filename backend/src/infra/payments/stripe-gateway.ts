import { Inject, Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import { ShopError } from '../../common/problem.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** A card session as the provider sees it. */
export interface CardSession {
  id: string;
  url: string | null;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  /** The provider's reference of the payment, once there is one. */
  paymentRef: string | null;
  amountCents: number;
  currency: string;
  /** Our checkout reference, as we gave it. */
  ref: string | null;
}

export interface CardSessionRequest {
  ref: string;
  lines: { name: string; quantity: number; unitCents: number }[];
  totalCents: number;
  /** Unix seconds. */
  expiresAt: number;
}

/** The provider refused for good: the same request will never be accepted. */
export class ProviderRefusal extends Error {}

/** The provider broke; the same key would get the same answer again, so the next try needs another. */
export class ProviderFault extends Error {}

const TIMEOUT_MS = 8_000;

/** Speaks to Stripe; the only place that does. Never called inside a transaction. */
@Injectable()
export class StripeGateway {
  private readonly stripe: Stripe | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    const { apiUrl, secretKey } = settings.stripe;
    if (!secretKey) return;
    const { hostname, port, protocol } = new URL(apiUrl);
    const scheme = protocol === 'http:' ? 'http' : 'https';
    const defaultPort = scheme === 'http' ? 80 : 443;
    this.stripe = new Stripe(secretKey, {
      host: hostname,
      port: port === '' ? defaultPort : Number(port),
      protocol: scheme,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
    });
  }

  get enabled(): boolean {
    return this.stripe !== undefined && this.settings.stripe.webhookSecret !== undefined;
  }

  /**
   * Creates the hosted payment page under an idempotency key: a repeat answers the same session.
   * @throws ProviderRefusal when Stripe refuses the request itself; other errors leave the outcome unknown
   */
  async createSession(request: CardSessionRequest, key: string): Promise<CardSession> {
    const back = `${this.settings.publicUrl}/payment`;
    const name = request.lines
      .map((line) => `${line.quantity} × ${line.name}`)
      .join(', ')
      .slice(0, 240);
    try {
      const session = await this.client().checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: request.ref,
          metadata: { checkout: request.ref },
          payment_intent_data: { metadata: { checkout: request.ref } },
          // One line with the charged total: discounts and credit are the shop's own arithmetic.
          line_items: [
            {
              quantity: 1,
              price_data: { currency: 'usd', unit_amount: request.totalCents, product_data: { name } },
            },
          ],
          expires_at: request.expiresAt,
          success_url: `${back}-success?checkout=${request.ref}`,
          cancel_url: `${back}-cancelled?checkout=${request.ref}`,
        },
        { idempotencyKey: key },
      );
      return toSession(session);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  async retrieveSession(id: string): Promise<CardSession> {
    return toSession(await this.client().checkout.sessions.retrieve(id));
  }

  /** Asks that a session can't be paid any more. Answers what it is afterwards: expired, or complete after all. */
  async expireSession(id: string): Promise<CardSession> {
    try {
      return toSession(await this.client().checkout.sessions.expire(id));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.retrieveSession(id);
      throw error;
    }
  }

  /** Sends money back under a key. @returns the provider's reference of the refund */
  async refund(paymentRef: string, amountCents: number, refundId: number): Promise<string> {
    try {
      const refund = await this.client().refunds.create(
        { payment_intent: paymentRef, amount: amountCents, metadata: { refund: String(refundId) } },
        { idempotencyKey: `refund-${refundId}` },
      );
      return refund.id;
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** Verifies a webhook on its raw bytes. @throws ShopError SIGNATURE_INVALID */
  verify(rawBody: Buffer | undefined, signature: unknown): Stripe.Event {
    const secret = this.settings.stripe.webhookSecret;
    try {
      if (!rawBody || typeof signature !== 'string' || !secret) throw new Error('nothing to verify');
      return this.client().webhooks.constructEvent(rawBody, signature, secret);
    } catch {
      throw new ShopError('SIGNATURE_INVALID', 'The signature of this message is not valid.');
    }
  }

  private client(): Stripe {
    if (!this.stripe) throw new ShopError('METHOD_DISABLED', 'Card payments are switched off.');
    return this.stripe;
  }
}

/** A session of a webhook or an answer, as the shop understands it. */
export function toSession(session: Stripe.Checkout.Session): CardSession {
  const { payment_intent: intent } = session;
  return {
    id: session.id,
    url: session.url,
    status: statusOf(session.status),
    paid: session.payment_status === 'paid',
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    ref: session.client_reference_id,
  };
}

function statusOf(status: string | null): CardSession['status'] {
  return status === 'complete' || status === 'expired' ? status : 'open';
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(error.message);
  if (error instanceof Stripe.errors.StripeAPIError) return new ProviderFault(error.message);
  return error;
}
