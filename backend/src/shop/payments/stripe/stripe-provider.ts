import { Inject, Injectable } from '@nestjs/common';
import { MAX_CHARGE, type Cents, formatCentsAsDecimal } from '@pax/contracts';
import { Stripe } from 'stripe';
import { ShopError } from '../../../platform/shop-error.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import {
  type MoneyMovement,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentSession,
  type ProviderRefundInput,
  ProviderRefusal,
  ProviderBusy,
  ProviderFault,
} from '../payment-provider.js';
import { truncateText, describeLines, shortReference } from '../describe-lines.js';
import { stripeClient } from './stripe-client.js';
import { StripeMessages } from './stripe-messages.js';
import { STRIPE, toSession } from './stripe-session.mapper.js';
import { readRefundId } from './stripe-refund-report.js';

/** Card payments on Stripe's hosted page. */
@Injectable()
export class StripeProvider implements PaymentProvider {
  readonly name = STRIPE;
  readonly method = 'card';
  /**
   * Limits of a session. Stripe requires a lifetime of at least 30 minutes from the time when it accepts the
   * request.
   */
  readonly terms = { sessionMs: 35 * 60_000, maximumCents: MAX_CHARGE };
  readonly messages: StripeMessages;
  private readonly stripe: Stripe | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.stripe = stripeClient(settings);
    this.messages = new StripeMessages(this.stripe, settings);
  }

  get isSetUp(): boolean {
    return this.stripe !== undefined && this.settings.stripe.webhookSecret !== undefined;
  }

  async createSession(ref: string, request: PaymentRequest, key: string): Promise<PaymentSession> {
    const { expiresAt } = request;
    const back = `${this.settings.publicUrl}/payment`;
    try {
      const session = await this.client().checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: ref,
          metadata: { checkout: ref },
          payment_intent_data: { metadata: { checkout: ref } },
          custom_text: { submit: { message: `Reference ${shortReference(ref)}` } },
          line_items: toLineItems(request),
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

  async retrieveSession(id: string): Promise<PaymentSession> {
    try {
      return toSession(await this.client().checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
    } catch (error) {
      throw asProviderError(error);
    }
  }

  async endSession(id: string): Promise<PaymentSession> {
    try {
      return toSession(await this.client().checkout.sessions.expire(id));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.retrieveSession(id);
      throw error;
    }
  }

  async refundPayment(refund: ProviderRefundInput): Promise<string> {
    const { paymentRef, amountCents, refundId, key, isRetry } = refund;
    const sent = isRetry ? await this.findRefund(refund) : undefined;
    if (sent !== undefined) return sent;
    try {
      const created = await this.client().refunds.create(
        { payment_intent: paymentRef, amount: amountCents, metadata: { refund: String(refundId) } },
        { idempotencyKey: key },
      );
      return acceptedRefundId(created, amountCents);
    } catch (error) {
      throw asProviderError(error);
    }
  }

  listMovements(since: Date): AsyncIterable<MoneyMovement> {
    return stripeMovements(this.client(), since);
  }

  /**
   * Finds an earlier attempt of a refund by the shop's refund id, because Stripe forgets keys after a day and the
   * key may have been replaced.
   */
  private async findRefund({
    paymentRef,
    refundId,
    amountCents,
  }: ProviderRefundInput): Promise<string | undefined> {
    const refunds = await this.client().refunds.list({ payment_intent: paymentRef, limit: 100 });
    const known = refunds.data.find((refund) => refund.metadata?.['refund'] === String(refundId));
    return known && acceptedRefundId(known, amountCents);
  }

  private client(): Stripe {
    if (!this.stripe) throw new ShopError('METHOD_DISABLED', 'Card payments are switched off.');
    return this.stripe;
  }
}

/**
 * The id of a refund that is pending or done.
 * @throws ProviderRefusal if the refund failed or has another amount
 */
function acceptedRefundId({ id, status, amount }: Stripe.Refund, amountCents: Cents): string {
  if (amount !== amountCents) throw new ProviderRefusal(`refund ${id} of another amount has its number`);
  if (status === 'failed' || status === 'canceled') throw new ProviderRefusal(`refund ${id} is ${status}`);
  return id;
}

/** Longest name of an item that Stripe shows in full, characters. */
const MAX_NAME = 200;

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

/**
 * Builds the lines of Stripe's page, each with its charge, price and deduction. The shop itself computes discounts
 * and credit, because each discount would need an object at Stripe.
 */
function toLineItems({ lines, totalCents }: PaymentRequest): LineItem[] {
  // Sends requests stored before lines had shares unchanged, so that their key returns the same session.
  if (lines.some(({ cashCents }) => cashCents === undefined))
    return [toLineItem(1, totalCents, { name: describeLines(lines, MAX_NAME) })];
  return lines.map((line) => {
    const { name, quantity, unitCents, cashCents = 0 } = line;
    const priceCents = quantity * unitCents;
    if (cashCents === priceCents)
      return toLineItem(quantity, unitCents, { name: truncateText(name, MAX_NAME) });
    const description = `$${formatCentsAsDecimal(priceCents)} − $${formatCentsAsDecimal(priceCents - cashCents)}`;
    const pieces = quantity === 1 ? name : describeLines([line], MAX_NAME);
    return toLineItem(1, cashCents, { name: truncateText(pieces, MAX_NAME), description });
  });
}

function toLineItem(
  quantity: number,
  unitCents: Cents,
  product: { name: string; description?: string },
): LineItem {
  return { quantity, price_data: { currency: 'usd', unit_amount: unitCents, product_data: product } };
}

/** Converts errors of Stripe's client to the errors of payment providers; other errors stay unchanged. */
function asProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error.statusCode === 409) return new ProviderBusy(error.message);
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return new ProviderRefusal(error.message);
  if (error instanceof Stripe.errors.StripeAPIError && isErrorOfKey(error))
    return new ProviderFault(error.message);
  return error;
}

/**
 * Tells whether Stripe will return this error for the same key for a day. After any other failure the request may
 * still be running, and a new key might execute it twice.
 */
function isErrorOfKey({ statusCode, headers }: Stripe.errors.StripeAPIError): boolean {
  return statusCode === 500 || headers?.['idempotent-replayed'] === 'true';
}

/** Limit of objects that one list call to Stripe returns. */
const PAGE = 100;
/** Statuses of failed refunds, whose money the shop has kept. */
const UNDONE_STATUSES: ReadonlySet<string | null> = new Set(['failed', 'canceled']);

/** Lists the payments of the shop and all refunds at Stripe since a time, each newest first. */
export async function* stripeMovements(stripe: Stripe, since: Date): AsyncGenerator<MoneyMovement> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const charge of stripe.charges.list({ created, limit: PAGE })) {
    const ref = referenceId(charge.payment_intent);
    const { checkout } = charge.metadata;
    if (ref === undefined || charge.status !== 'succeeded' || checkout === undefined) continue;
    const { amount_captured: amountCents, currency } = charge;
    const at = toDate(charge.created);
    yield { kind: 'payment', ref, paymentRef: ref, checkout, amountCents, currency, at };
  }
  for await (const refund of stripe.refunds.list({ created, limit: PAGE })) {
    const paymentRef = referenceId(refund.payment_intent);
    if (paymentRef === undefined || UNDONE_STATUSES.has(refund.status)) continue;
    const { id: ref, amount: amountCents, currency } = refund;
    const at = toDate(refund.created);
    yield { kind: 'refund', ref, paymentRef, amountCents, currency, at, ...readRefundId(refund.metadata) };
  }
}

const toDate = (seconds: number): Date => new Date(seconds * 1000);

const referenceId = (object: string | { id: string } | null): string | undefined =>
  typeof object === 'string' ? object : object?.id;
