import { paypalId } from '../paypal-state.js';
import { ApiError, parseCents, type OrderRequest, type RefundRequest } from './order-request.js';
import type { OrderObjects } from './order-objects.js';
import type { CaptureRecord, OrderRecord, OrdersState, RefundRecord, WebhookRecord } from './orders-state.js';
import { html, type Html } from '@pax/contracts/html';
import { deliveryCard } from '../../message-sender.js';
import { buttonForm, renderMoment } from '../../server/page.js';

/** Default time after which an order that was not captured expires, ms. */
const LIFE_MS = 3 * 60 * 60_000;

export interface OrdersContext {
  readonly state: OrdersState;
  readonly objects: OrderObjects;
  readonly now: () => number;
  /** Called after each change of `state`, which must then be saved. */
  readonly onChange: () => void;
  /** Records a webhook message, and sends it. */
  readonly sendWebhook: (type: string, resource: object) => void;
}

/** Actions of shop, buyer and bank on orders. Each action sends the same webhook messages as the real PayPal. */
export class PaypalOrders {
  private lastAt = 0;

  constructor(private readonly context: OrdersContext) {}

  /** Orders, newest first. */
  all(): OrderRecord[] {
    return Object.values(this.context.state.orders).toReversed();
  }

  /** Returns an order. @throws ApiError 404 for an unknown or expired order */
  get(id: string): OrderRecord {
    const { state, now } = this.context;
    const order = Object.hasOwn(state.orders, id) ? state.orders[id] : undefined;
    if (!order || (!order.capture && (order.isExpired || order.at + LIFE_MS < now())))
      throw new ApiError(404, 'INVALID_RESOURCE_ID');
    return order;
  }

  /** Finds an order by its capture. @throws ApiError 404 */
  findByCapture(id: string): { order: OrderRecord; capture: CaptureRecord } {
    const order = this.all().find(({ capture }) => capture?.id === id);
    if (!order?.capture) throw new ApiError(404, 'INVALID_RESOURCE_ID');
    return { order, capture: order.capture };
  }

  create(request: OrderRequest): OrderRecord {
    const order: OrderRecord = {
      id: paypalId(),
      at: this.context.now(),
      request,
      status: 'PAYER_ACTION_REQUIRED',
      isSlow: false,
      isExpired: false,
      refundsEnd: 'COMPLETED',
    };
    this.context.state.orders[order.id] = order;
    return order;
  }

  /** The buyer approves the order on the page, which moves no money yet. */
  approve(order: OrderRecord, { isSlow }: { isSlow: boolean }): void {
    // After a decline, the buyer has chosen another payment method.
    if (order.refusal?.isTold === true) order.refusal = undefined;
    order.status = 'APPROVED';
    order.isSlow = isSlow;
    this.sendWebhook('CHECKOUT.ORDER.APPROVED', this.context.objects.order(order));
  }

  /** Captures the money of an order. @throws ApiError 422 */
  capture(order: OrderRecord): void {
    if (order.capture) throw new ApiError(422, 'ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') throw new ApiError(422, 'ORDER_NOT_APPROVED');
    if (order.refusal) {
      const { issue } = order.refusal;
      order.refusal.isTold = true;
      throw new ApiError(422, issue, issue, this.context.objects.pageAddress(order));
    }
    const [{ invoice_id: invoice }] = order.request.purchase_units;
    const isTaken = ({ capture, request }: OrderRecord): boolean =>
      capture !== undefined &&
      capture.status !== 'DECLINED' &&
      request.purchase_units[0].invoice_id === invoice;
    if (this.all().some(isTaken)) throw new ApiError(422, 'DUPLICATE_INVOICE_ID');
    const status = order.isSlow ? 'PENDING' : 'COMPLETED';
    order.capture = { id: paypalId(), at: this.context.now(), status, refunds: [] };
    order.status = 'COMPLETED';
    this.sendCaptureEvent(order, order.capture);
  }

  /** Applies the bank's answer to a pending capture. */
  resolvePending(order: OrderRecord, capture: CaptureRecord, status: 'COMPLETED' | 'DECLINED'): void {
    capture.status = status;
    this.sendCaptureEvent(order, capture);
  }

  /** Refunds a capture at the shop's request. @throws ApiError 422 */
  refund(order: OrderRecord, capture: CaptureRecord, request: RefundRequest): RefundRecord {
    const [{ amount }] = order.request.purchase_units;
    if (request.amount.currency_code !== amount.currency_code)
      throw new ApiError(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH');
    return this.sendBack(order, capture, {
      cents: parseCents(request.amount.value),
      customId: request.custom_id,
      status: order.refundsEnd,
    });
  }

  /** Sends money back to the buyer. @throws ApiError 422 for more than is left */
  sendBack(
    order: OrderRecord,
    capture: CaptureRecord,
    { cents, customId, status }: Pick<RefundRecord, 'cents' | 'customId' | 'status'>,
  ): RefundRecord {
    if (capture.status !== 'COMPLETED') throw new ApiError(422, 'CAPTURE_STATUS_NOT_VALID');
    const left = refundableCents(order, capture);
    if (left === 0) throw new ApiError(422, 'CAPTURE_FULLY_REFUNDED');
    if (cents > left) throw new ApiError(422, 'REFUND_AMOUNT_EXCEEDED');
    const refund: RefundRecord = { id: paypalId(), at: this.getNextMoment(), cents, customId, status };
    capture.refunds.push(refund);
    this.sendRefundEvent(order, capture, refund);
    return refund;
  }

  /** Makes a pending refund fail. */
  failRefund(order: OrderRecord, capture: CaptureRecord, refund: RefundRecord): void {
    refund.status = 'FAILED';
    this.sendRefundEvent(order, capture, refund);
  }

  /** The buyer's bank takes the money back; the message about it names no dispute. */
  reverse(order: OrderRecord, capture: CaptureRecord): void {
    const { objects } = this.context;
    const cents = refundableCents(order, capture);
    const money = { id: paypalId(), at: this.getNextMoment(), cents, status: 'COMPLETED' as const };
    this.sendWebhook('PAYMENT.CAPTURE.REVERSED', objects.refund(order, capture, money));
  }

  /** The buyer disputes the payment; default: all that was not refunded. */
  dispute(order: OrderRecord, capture: CaptureRecord, cents = refundableCents(order, capture)): void {
    capture.dispute ??= { id: `PP-D-${paypalId()}`, at: this.getNextMoment(), cents };
    this.sendWebhook(
      'CUSTOMER.DISPUTE.CREATED',
      this.context.objects.dispute(order, capture, capture.dispute),
    );
  }

  /** Ends a dispute. @param refundedCents sum that the buyer gets @throws ApiError 422 without a dispute */
  endDispute(
    order: OrderRecord,
    capture: CaptureRecord,
    { outcome, refundedCents }: { outcome: string; refundedCents?: number | undefined },
  ): void {
    const { dispute } = capture;
    if (!dispute) throw new ApiError(422, 'CAPTURE_STATUS_NOT_VALID');
    dispute.end = { outcome, at: this.getNextMoment(), refundedCents: refundedCents ?? dispute.cents };
    this.sendWebhook('CUSTOMER.DISPUTE.RESOLVED', this.context.objects.dispute(order, capture, dispute));
  }

  /** Returns the present time, but later than all earlier events, so that times show their order. */
  private getNextMoment(): number {
    this.lastAt = Math.max(this.context.now(), this.lastAt + 1);
    return this.lastAt;
  }

  private sendCaptureEvent(order: OrderRecord, capture: CaptureRecord): void {
    const event = capture.status === 'DECLINED' ? 'DENIED' : capture.status;
    this.sendWebhook(`PAYMENT.CAPTURE.${event}`, this.context.objects.capture(order, capture));
  }

  private sendRefundEvent(order: OrderRecord, capture: CaptureRecord, refund: RefundRecord): void {
    const events = {
      COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
      PENDING: 'PAYMENT.REFUND.PENDING',
      FAILED: 'PAYMENT.REFUND.FAILED',
    };
    this.sendWebhook(events[refund.status], this.context.objects.refund(order, capture, refund));
  }

  private sendWebhook(type: string, resource: object): void {
    this.context.sendWebhook(type, resource);
    this.context.onChange();
  }
}

/** Part of a capture that was not refunded, cents. */
export function refundableCents({ request }: OrderRecord, { refunds }: CaptureRecord): number {
  const sent = refunds.filter(({ status }) => status !== 'FAILED').reduce((sum, one) => sum + one.cents, 0);
  return parseCents(request.purchase_units[0].amount.value) - sent;
}

const TAGS: Readonly<Record<string, string>> = { COMPLETED: 'good', DECLINED: 'bad' };

/** An order on the dashboard, with the actions that it allows. */
export function orderCard(order: OrderRecord): Html {
  const { id, at, request, capture, status } = order;
  const [{ amount, invoice_id: invoice }] = request.purchase_units;
  const shown = capture?.status ?? status;
  const createActButton = (act: string, label: string, isShown: boolean): Html | undefined =>
    isShown ? buttonForm(`/paypal/orders/${id}/act`, label, { act }) : undefined;
  const isPending = capture?.status === 'PENDING';
  const hasMoney = capture?.status === 'COMPLETED' && refundableCents(order, capture) > 0;
  const isDisputed = hasMoney && capture.dispute !== undefined && !capture.dispute.end;
  return html`<div class="card">
    <div class="row">
      <span class="amount">${amount.value} ${amount.currency_code}</span>
      <span class="tag ${TAGS[shown] ?? 'wait'}">${shown}</span>
    </div>
    <div class="small quiet">${renderMoment(at)} · ${invoice} · <code>${id}</code></div>
    <div class="buttons">
      ${createActButton('decline', 'Decline its payment', !capture)}
      ${createActButton('complete', 'The bank pays', isPending)}
      ${createActButton('deny', 'The bank refuses', isPending)}
      ${createActButton('refund', 'Refund the rest', hasMoney)}
      ${createActButton('reverse', 'The buyer’s bank takes it', hasMoney)}
      ${createActButton('dispute', 'The buyer disputes it', hasMoney && capture.dispute === undefined)}
      ${createActButton('win-dispute', 'The dispute is won', isDisputed)}
      ${createActButton('lose-dispute', 'The dispute is lost', isDisputed)}
    </div>
  </div>`;
}

/** A webhook message on the dashboard. */
export function webhookCard(record: WebhookRecord): Html {
  const { id, label: title, at } = record;
  return deliveryCard({ title, id, at, resend: `/paypal/webhooks/${id}/resend` }, record);
}
