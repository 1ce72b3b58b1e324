import { parseCents, formatCents } from './order-request.js';
import type { CaptureRecord, DisputeRecord, OrderRecord, RefundRecord } from './orders-state.js';

/** Creates the objects of PayPal's API for answers and messages. @param base address of the API */
export class OrderObjects {
  constructor(private readonly base: () => string) {}

  order(record: OrderRecord): object {
    const { id, at, status, request, capture } = record;
    const [unit] = request.purchase_units;
    const payments = capture && {
      captures: [this.capture(record, capture)],
      refunds: capture.refunds.map((refund) => this.refund(record, capture, refund)),
    };
    return {
      id,
      intent: request.intent,
      status,
      create_time: new Date(at).toISOString(),
      purchase_units: [
        {
          reference_id: 'default',
          ...unit,
          payee: { merchant_id: 'SANDBOXSHOP01' },
          ...(payments && { payments }),
        },
      ],
      payment_source: { paypal: status === 'PAYER_ACTION_REQUIRED' ? {} : SOURCE },
      ...(status !== 'PAYER_ACTION_REQUIRED' && { payer: PAYER }),
      links: this.orderLinks(record),
    };
  }

  /** Answer to a call without the header `Prefer: return=representation`. */
  minimalOrder(record: OrderRecord): object {
    return { id: record.id, status: record.status, links: this.orderLinks(record) };
  }

  capture({ id: orderId, request }: OrderRecord, { id, at, status, refunds }: CaptureRecord): object {
    const [{ amount, custom_id, invoice_id }] = request.purchase_units;
    const sent = refunds.filter((one) => one.status !== 'FAILED').reduce((sum, one) => sum + one.cents, 0);
    const refunded = sent >= parseCents(amount.value) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    return {
      id,
      status: status === 'COMPLETED' && sent > 0 ? refunded : status,
      ...(status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
      amount,
      custom_id,
      invoice_id,
      final_capture: true,
      seller_protection: { status: 'NOT_ELIGIBLE' },
      seller_receivable_breakdown: { gross_amount: amount },
      supplementary_data: { related_ids: { order_id: orderId } },
      ...timesOf(at, refunds.at(-1)?.at),
      links: this.links(`v2/payments/captures/${id}`, { up: `v2/checkout/orders/${orderId}` }),
    };
  }

  refund(
    { request }: OrderRecord,
    { id: captureId }: CaptureRecord,
    { id, at, cents, customId, status }: RefundRecord,
  ): object {
    const [{ amount, invoice_id }] = request.purchase_units;
    return {
      id,
      status,
      amount: { currency_code: amount.currency_code, value: formatCents(cents) },
      invoice_id,
      ...(customId !== undefined && { custom_id: customId }),
      ...timesOf(at),
      links: this.links(`v2/payments/refunds/${id}`, { up: `v2/payments/captures/${captureId}` }),
    };
  }

  dispute(
    { request }: OrderRecord,
    { id }: CaptureRecord,
    { id: disputeId, at, cents, end }: DisputeRecord,
  ): object {
    const [{ amount, custom_id, invoice_id }] = request.purchase_units;
    const moneyOf = (value: number): object => ({
      currency_code: amount.currency_code,
      value: formatCents(value),
    });
    return {
      dispute_id: disputeId,
      create_time: new Date(at).toISOString(),
      update_time: new Date(end?.at ?? at).toISOString(),
      reason: 'UNAUTHORISED',
      status: end ? 'RESOLVED' : 'OPEN',
      dispute_amount: moneyOf(cents),
      disputed_transactions: [
        { seller_transaction_id: id, custom: custom_id, invoice_number: invoice_id, seller: PAYER },
      ],
      ...(end && { dispute_outcome: outcomeOf(end, moneyOf) }),
    };
  }

  /** Address of the page on which the buyer approves an order. */
  pageAddress({ id }: Pick<OrderRecord, 'id'>): string {
    return `${this.base()}/checkoutnow?token=${id}`;
  }

  private orderLinks({ id, status }: OrderRecord): object[] {
    const self = this.links(`v2/checkout/orders/${id}`);
    const page = { href: this.pageAddress({ id }), rel: 'payer-action', method: 'GET' };
    return status === 'PAYER_ACTION_REQUIRED' ? [...self, page] : self;
  }

  private links(self: string, others: Readonly<Record<string, string>> = {}): object[] {
    return Object.entries({ self, ...others }).map(([rel, path]) => ({
      href: `${this.base()}/${path}`,
      rel,
      method: 'GET',
    }));
  }
}

/** Times of creation and of the last change, as PayPal names the fields. */
const timesOf = (at: number, changedAt = at) => ({
  create_time: new Date(at).toISOString(),
  update_time: new Date(changedAt).toISOString(),
});

/** Outcome of a dispute; without an amount if the buyer got nothing. */
function outcomeOf(
  { outcome, refundedCents }: NonNullable<DisputeRecord['end']>,
  moneyOf: (cents: number) => object,
): object {
  return { outcome_code: outcome, ...(refundedCents > 0 && { amount_refunded: moneyOf(refundedCents) }) };
}

/** A buyer with a non-ASCII name, since such names reveal encoding mistakes. */
const PAYER = {
  payer_id: 'SANDBOXBUYER1',
  email_address: 'buyer@example.com',
  name: { given_name: 'Jürgen', surname: 'Müller-Öz' },
};

/** The buyer, in the form of a payment source. */
const SOURCE = {
  email_address: PAYER.email_address,
  account_id: PAYER.payer_id,
  account_status: 'VERIFIED',
  name: PAYER.name,
  address: { country_code: 'US' },
};
