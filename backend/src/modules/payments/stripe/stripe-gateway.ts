import { Inject, Injectable } from '@nestjs/common';
import { SHOP_VERSION } from '@pax/contracts';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { ShopError } from '../../../common/problem.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { toSession, type CardSession } from './card-session.js';
import { asProviderError, ProviderRefusal } from '../provider-errors.js';

export interface CardSessionRequest {
  ref: string;
  lines: { name: string; quantity: number; unitCents: number }[];
  totalCents: number;
  /** Unix seconds. */
  expiresAt: number;
}

const TIMEOUT_MS = 8_000;
/** The tested API version, set because an account's default may differ (OWN-448). The library's types pin it. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Client of Stripe, the only one. Never call it inside a transaction. */
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
      apiVersion: STRIPE_API_VERSION,
      appInfo: { name: 'Pax Market', version: SHOP_VERSION, url: settings.publicUrl },
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
          // One line with the charged total, since the shop computes discounts and credit itself.
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
      throw asProviderError(error);
    }
  }

  /** @throws ProviderRefusal when the provider knows no such session */
  async retrieveSession(id: string): Promise<CardSession> {
    try {
      return toSession(await this.client().checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
    } catch (error) {
      throw asProviderError(error);
    }
  }

  /**
   * Expires a session. Returns its state afterwards: expired, or complete after all.
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

  /**
   * Refunds under an idempotency key. @returns the provider's reference of the refund
   * @throws ProviderRefusal also when the provider accepted it and reports a failure
   */
  async refund(paymentRef: string, amountCents: number, refundId: number): Promise<string> {
    try {
      const refund = await this.client().refunds.create(
        { payment_intent: paymentRef, amount: amountCents, metadata: { refund: String(refundId) } },
        { idempotencyKey: `refund-${refundId}` },
      );
      return sentRefund(refund);
    } catch (error) {
      throw asProviderError(error);
    }
  }

  /**
   * Finds a refund by the shop's id, for when its idempotency key may have expired. @returns its reference
   * @throws ProviderRefusal when it exists and failed
   */
  async findRefund(paymentRef: string, refundId: number): Promise<string | undefined> {
    const refunds = await this.client().refunds.list({ payment_intent: paymentRef, limit: 100 });
    const known = refunds.data.find((refund) => refund.metadata?.['refund'] === String(refundId));
    return known && sentRefund(known);
  }

  /** Verifies a webhook on its raw bytes. @throws ShopError SIGNATURE_INVALID */
  verify(rawBody: Buffer | undefined, signature: unknown): Stripe.Event {
    const secret = this.settings.stripe.webhookSecret;
    try {
      if (!rawBody || typeof signature !== 'string' || !secret)
        throw new Error('body, signature or secret is missing');
      const event: unknown = this.client().webhooks.constructEvent(rawBody, signature, secret);
      if (!isEvent(event)) throw new Error('signed body is no event');
      return event;
    } catch {
      throw new ShopError('SIGNATURE_INVALID', 'The signature of this message is not valid.');
    }
  }

  private client(): Stripe {
    if (!this.stripe) throw new ShopError('METHOD_DISABLED', 'Card payments are switched off.');
    return this.stripe;
  }
}

/** Name of the cart on the provider's page. Cut between code points, since a lone surrogate cannot be sent. */
function describe(lines: CardSessionRequest['lines']): string {
  const text = lines.map((line) => `${line.quantity} × ${line.name}`).join(', ');
  return Array.from(text).slice(0, 200).join('');
}

/** Id of a refund that is pending or done. @throws ProviderRefusal for one that failed */
function sentRefund({ id, status }: Stripe.Refund): string {
  if (status === 'failed' || status === 'canceled') throw new ProviderRefusal(`refund ${id} is ${status}`);
  return id;
}

function isEvent(event: unknown): event is Stripe.Event {
  const known = z.object({
    id: z.string().min(1),
    type: z.string(),
    data: z.object({ object: z.object({}) }),
  });
  return known.safeParse(event).success;
}
