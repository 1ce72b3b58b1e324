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
  /** The buyer finished, but the bank will not pay; known only when the provider was asked. */
  failed: boolean;
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

/** The same request is being worked on under its key right now; nothing is known of its outcome. */
export class ProviderBusy extends Error {}

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
    const name = describe(request.lines);
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

  /** @throws ProviderRefusal when the provider knows no such session */
  async retrieveSession(id: string): Promise<CardSession> {
    try {
      return toSession(await this.client().checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /**
   * Asks that a session can't be paid any more. Answers what it is afterwards: expired, or complete after all.
   * @throws ProviderRefusal when the provider knows no such session
   */
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

  /** Looks for a refund by the shop's own id of it, for when its key may be forgotten. @returns its reference */
  async findRefund(paymentRef: string, refundId: number): Promise<string | undefined> {
    const refunds = await this.client().refunds.list({ payment_intent: paymentRef, limit: 100 });
    return refunds.data.find((refund) => refund.metadata?.['refund'] === String(refundId))?.id;
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

/** What the provider's page calls the cart. Cut between characters: half of one can't be sent. */
function describe(lines: CardSessionRequest['lines']): string {
  const text = lines.map((line) => `${line.quantity} × ${line.name}`).join(', ');
  return Array.from(text).slice(0, 200).join('');
}

/** A session of a webhook or an answer, as the shop understands it. */
export function toSession(session: Stripe.Checkout.Session): CardSession {
  const { payment_intent: intent } = session;
  const status = statusOf(session.status);
  const paid = session.payment_status === 'paid';
  return {
    id: session.id,
    url: session.url,
    status,
    paid,
    failed: status === 'complete' && !paid && isObject(intent) && REFUSED.has(intent.status),
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    ref: session.client_reference_id ?? null,
  };
}

/** A payment that a bank was asked for and that will not come. */
const REFUSED: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

function isObject(intent: string | Stripe.PaymentIntent | null): intent is Stripe.PaymentIntent {
  return typeof intent === 'object' && intent !== null;
}

function statusOf(status: string | null): CardSession['status'] {
  return status === 'complete' || status === 'expired' ? status : 'open';
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error.statusCode === 409) return new ProviderBusy(error.message);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(error.message);
  if (error instanceof Stripe.errors.StripeAPIError) return new ProviderFault(error.message);
  return error;
}
