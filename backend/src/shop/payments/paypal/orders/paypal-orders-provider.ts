import { Inject, Injectable } from '@nestjs/common';
import type { Cents } from '@pax/contracts';
import { Clock } from '../../../../platform/clock.js';
import { SETTINGS, type Settings } from '../../../../settings.js';
import {
  type ListMovements,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentSession,
  type ProviderRefundInput,
  ProviderRefusal,
} from '../../payment-provider.js';
import { sessionInState } from '../paypal-session-id.js';
import { OrderCalls, PaypalApi, PaypalError, asProviderError } from './paypal-api.js';
import { orderMovements } from './order-movements.js';
import {
  CURRENCY,
  sessionAfterCapture,
  parseSessionId,
  PAYPAL_ORDERS,
  REFUNDED_STATUSES,
  orderSessionId,
  type Order,
  type Refund,
  buildOrderRequest,
} from './paypal-order.js';
import { PaypalWebhooks } from './paypal-webhooks.js';
import { readRefundId, refundCustomId } from './webhook-report.js';

/**
 * Lifetime of a payment session, ms. PayPal's orders live longer, but the shop sets the end, because only the shop
 * captures them.
 */
const SESSION_MS = 60 * 60_000;
/**
 * Time after a session's end in which a capture may be running, ms: PayPal's order ends three hours after its
 * creation.
 */
const CAPTURE_MS = 131 * 60_000;
/** Names of the link to the buyer's page; the name depends on how the order was created. */
const PAGE_LINKS: ReadonlySet<string> = new Set(['payer-action', 'approve']);
/** PayPal's refusals after which the buyer may pay by other means on PayPal's page. */
const RETRYABLE_REFUSALS: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
]);
/** PayPal's refusals that prove that the money was or is being captured, although PayPal shows no capture yet. */
const REFUSALS_OF_CAPTURED: ReadonlySet<string> = new Set([
  'ORDER_ALREADY_CAPTURED',
  'ORDER_COMPLETION_IN_PROGRESS',
]);
const UNPROCESSABLE = 422;

/**
 * PayPal by its Orders API: the buyer approves an order, and the shop captures the money. An unwanted order is not
 * captured and lapses.
 */
@Injectable()
export class PaypalOrdersProvider implements PaymentProvider {
  readonly name = PAYPAL_ORDERS;
  readonly method = 'wallet';
  readonly isRetired: boolean;
  readonly terms = { sessionMs: SESSION_MS, maximumCents: 1_000_000, captureMs: CAPTURE_MS };
  readonly disputesIncludeRefunds = true;
  readonly messages: PaypalWebhooks;
  readonly listMovements: ListMovements;
  private readonly calls: OrderCalls;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    clock: Clock,
  ) {
    const { paypal } = settings;
    this.isRetired = paypal.mode !== 'orders';
    this.calls = new OrderCalls(new PaypalApi(paypal, () => clock.now().getTime()));
    this.listMovements = orderMovements(this.calls);
    this.messages = new PaypalWebhooks(this.calls, paypal.webhookId);
  }

  get isSetUp(): boolean {
    return this.settings.paypal.clientId !== undefined;
  }

  async createSession(ref: string, request: PaymentRequest, key: string): Promise<PaymentSession> {
    const body = buildOrderRequest(ref, request, this.settings);
    const order = await withProviderErrors(this.calls.createOrder(body, key));
    const id = orderSessionId(ref, order.id);
    return sessionAfterCapture(id, order) ?? { ...sessionInState('open', id), url: buyerPageUrl(order) };
  }

  hasCreatedSession(id: string): boolean {
    return parseSessionId(id) !== undefined;
  }

  async retrieveSession(id: string): Promise<PaymentSession> {
    const parts = parseSessionId(id);
    if (!parts) throw new ProviderRefusal(`${id} is no order of PayPal’s`);
    const order = await this.calls.findOrder(parts.orderId);
    // Throws instead of ending the session when PayPal does not know the order, because the money may have been
    // captured nevertheless.
    if (!order) throw new ProviderRefusal(`PayPal knows no order of session ${id}`);
    const outcome = sessionAfterCapture(id, order);
    if (outcome) return outcome;
    if (order.status !== 'APPROVED') return sessionInState('open', id);
    return { ...sessionInState('approved', id), approvedCents: approvedCentsOf(order, parts.ref) };
  }

  async captureSession(id: string): Promise<PaymentSession> {
    const parts = parseSessionId(id);
    if (!parts) throw new ProviderRefusal(`${id} is no order of PayPal’s`);
    const { orderId } = parts;
    try {
      return (
        sessionAfterCapture(id, await this.calls.captureOrder(orderId)) ?? sessionInState('confirming', id)
      );
    } catch (error) {
      // Queries the order again after an error, because this call or another may have captured the money
      // nevertheless.
      const seen = await this.calls.findOrder(orderId);
      const outcome = seen && sessionAfterCapture(id, seen);
      if (outcome) return outcome;
      const state = seen && stateAfterRefusal(error);
      if (state === undefined) throw error;
      return sessionInState(state, id);
    }
  }

  /**
   * Ends a session. PayPal cannot end an order, but the shop, which alone can capture the money, no longer does.
   */
  async endSession(id: string): Promise<PaymentSession> {
    const orderId = parseSessionId(id)?.orderId;
    const order = orderId === undefined ? undefined : await this.calls.findOrder(orderId);
    return (order && sessionAfterCapture(id, order)) ?? sessionInState('expired', id);
  }

  async refundPayment({
    paymentRef,
    amountCents,
    refundId,
    key,
    isRetry,
  }: ProviderRefundInput): Promise<string> {
    // Looks for an earlier refund before a retry. A failed query is no refusal; the next attempt repeats it.
    const sent = isRetry ? await this.calls.findRefunds(paymentRef) : [];
    const known = sent.find((one) => readRefundId(one.custom_id).refundId === refundId);
    if (known) return acceptedRefundId(known, amountCents);
    const request = { amountCents, customId: refundCustomId(refundId), requestId: key };
    return acceptedRefundId(
      await withProviderErrors(this.calls.refundCapture(paymentRef, request)),
      amountCents,
    );
  }
}

/** The amount that the buyer approved; undefined for an order with several payments or of another checkout. */
function approvedCentsOf({ purchase_units: units }: Order, ref: string): Cents | undefined {
  const [unit, ...more] = units;
  const isAgreed =
    more.length === 0 && unit?.custom_id === ref && unit.amount?.currency === CURRENCY.toLowerCase();
  return isAgreed ? unit.amount?.amountCents : undefined;
}

/** State of a session after a refused capture for which PayPal shows no payment; undefined while unknown. */
function stateAfterRefusal(error: unknown): 'failed' | 'open' | undefined {
  if (!(error instanceof PaypalError) || error.status !== UNPROCESSABLE) return undefined;
  if (error.issues.some((issue) => REFUSALS_OF_CAPTURED.has(issue))) return undefined;
  return error.issues.some((issue) => RETRYABLE_REFUSALS.has(issue)) ? 'open' : 'failed';
}

/**
 * Converts errors of a PayPal call to errors of payment providers.
 * @throws ProviderRefusal, ProviderBusy, or an error that leaves the outcome unknown
 */
async function withProviderErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw asProviderError(error);
  }
}

function buyerPageUrl({ id, links }: Order): string {
  const page = links.find(({ rel }) => PAGE_LINKS.has(rel));
  if (!page) throw new Error(`order ${id} has no page for its buyer`);
  return page.href;
}

/**
 * The id of a refund that is pending or done.
 * @throws ProviderRefusal if the refund failed or has another amount
 */
function acceptedRefundId({ id, status, amount }: Refund, amountCents: Cents): string {
  if (amount && amount.amountCents !== amountCents)
    throw new ProviderRefusal(`refund ${id} of another amount has its number`);
  if (!REFUNDED_STATUSES.has(status)) throw new ProviderRefusal(`refund ${id} is ${status}`);
  return id;
}
