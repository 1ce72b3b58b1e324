import type { Stripe } from 'stripe';
import { newId } from '../server/stand-in.js';
import { type SessionRecord, type StripeContext, ownEntry } from './stripe-state.js';

/** Creates the payment intent of a session whose payment begins. `now` is in seconds. */
export function paymentIntentObject(record: SessionRecord, now: number): Stripe.PaymentIntent {
  const id = newId('pi_3');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: record.session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('')}`,
    confirmation_method: 'automatic',
    created: now,
    currency: record.session.currency ?? 'usd',
    customer: null,
    customer_account: null,
    description: record.paymentIntentData.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...record.paymentIntentData.metadata },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Creates the charge of one attempt to pay: succeeded, or declined with a reason. */
export function chargeObject(intent: Stripe.PaymentIntent, now: number, declined?: string): Stripe.Charge {
  const paid = declined === undefined;
  return {
    id: newId('ch_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId('txn_3') : null,
    billing_details: { address: null, email: intent.receipt_email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'PAX MARKET',
    captured: paid,
    created: now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : 'card_declined',
    failure_message: declined ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: intent.id,
    payment_method: newId('pm_1'),
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

const DECLINED = 'Your card was declined.';
const LATER_FAILED = 'The bank did not carry out the payment.';

/**
 * Actions of a buyer, or of the buyer's bank, on a session whose state the caller has checked. Each changes session,
 * payment intent and charge, and sends the same events as Stripe.
 */
export class Payments {
  constructor(private readonly context: StripeContext) {}

  /** Pays a session at once; a total of 0 creates no payment. */
  pay(record: SessionRecord): void {
    const { session } = record;
    if (session.amount_total === 0) {
      this.completeSession(record, 'no_payment_required');
      return;
    }
    const intent = this.ensureIntent(record);
    this.succeedIntent(intent);
    this.completeSession(record, 'paid');
  }

  /** Completes a session with a payment method whose money arrives days later, or not at all. */
  payLater(record: SessionRecord): void {
    const intent = this.ensureIntent(record);
    intent.status = 'processing';
    this.completeSession(record, 'unpaid');
    this.context.emit('payment_intent.processing', intent);
  }

  /** Declines an attempt to pay; the session stays open for another one. */
  declineAttempt(record: SessionRecord): void {
    const intent = this.ensureIntent(record);
    this.failIntent(intent, DECLINED);
    record.declineMessage = DECLINED;
    this.context.onChange();
  }

  /** The delayed payment of a completed session arrives. */
  completeDelayedPayment(record: SessionRecord): void {
    this.succeedIntent(this.ensureIntent(record));
    record.session.payment_status = 'paid';
    this.context.emit('checkout.session.async_payment_succeeded', record.session);
  }

  /** The delayed payment of a completed session fails. */
  failDelayedPayment(record: SessionRecord): void {
    this.failIntent(this.ensureIntent(record), LATER_FAILED);
    this.context.emit('checkout.session.async_payment_failed', record.session);
  }

  /** True while the delayed payment of a completed session is pending. */
  isDelayedPaymentOpen(record: SessionRecord): boolean {
    const intent = this.findIntent(record);
    return record.session.status === 'complete' && intent?.status === 'processing';
  }

  private ensureIntent(record: SessionRecord): Stripe.PaymentIntent {
    const known = this.findIntent(record);
    if (known !== undefined) return known;
    const intent = paymentIntentObject(record, this.context.now());
    this.context.state.paymentIntents[intent.id] = intent;
    record.session.payment_intent = intent.id;
    return intent;
  }

  private findIntent(record: SessionRecord): Stripe.PaymentIntent | undefined {
    const id = record.session.payment_intent;
    return typeof id === 'string' ? ownEntry(this.context.state.paymentIntents, id) : undefined;
  }

  private succeedIntent(intent: Stripe.PaymentIntent): void {
    const charge = chargeObject(intent, this.context.now());
    this.context.state.charges[charge.id] = charge;
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.latest_charge = charge.id;
    intent.payment_method = charge.payment_method;
    intent.last_payment_error = null;
    this.context.emit('charge.succeeded', charge);
    this.context.emit('payment_intent.succeeded', intent);
  }

  private failIntent(intent: Stripe.PaymentIntent, message: string): void {
    const charge = chargeObject(intent, this.context.now(), message);
    this.context.state.charges[charge.id] = charge;
    intent.status = 'requires_payment_method';
    intent.latest_charge = charge.id;
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', charge: charge.id, message };
    this.context.emit('charge.failed', charge);
    this.context.emit('payment_intent.payment_failed', intent);
  }

  private completeSession(record: SessionRecord, paymentStatus: Stripe.Checkout.Session.PaymentStatus): void {
    const { session } = record;
    session.status = 'complete';
    session.payment_status = paymentStatus;
    session.url = null;
    session.customer_details = {
      address: null,
      business_name: null,
      email: session.customer_email ?? 'buyer@example.com',
      individual_name: null,
      name: 'Sandbox Buyer',
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    };
    this.context.emit('checkout.session.completed', session);
  }
}
