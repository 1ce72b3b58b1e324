import type { Stripe } from 'stripe';
import { chargeObject, paymentIntentObject } from './payment-objects.js';
import type { StripeContext } from './stripe-context.js';
import { own, type SessionRecord } from './stripe-state.js';

const DECLINED = 'Your card was declined.';
const LATER_FAILED = 'The bank did not carry out the payment.';

/**
 * Acts of a buyer, or the buyer's bank, on a session, whose state the caller has checked. Each act changes the session, its
 * payment intent and charge, and emits the same events as the service.
 */
export class Payments {
  constructor(private readonly context: StripeContext) {}

  /** Pays at once; a total of 0 creates no payment. */
  pay(record: SessionRecord): void {
    const { session } = record;
    if (session.amount_total === 0) {
      this.complete(record, 'no_payment_required');
      return;
    }
    const intent = this.intent(record);
    this.take(intent);
    this.complete(record, 'paid');
  }

  /** Completes the session with a method whose money arrives days later, or not at all. */
  payLater(record: SessionRecord): void {
    const intent = this.intent(record);
    intent.status = 'processing';
    this.complete(record, 'unpaid');
    this.context.emit('payment_intent.processing', intent);
  }

  /** Declines an attempt; the session stays open for another. */
  decline(record: SessionRecord): void {
    const intent = this.intent(record);
    this.refuse(intent, DECLINED);
    record.declineMessage = DECLINED;
    this.context.changed();
  }

  /** The later payment of a completed, unpaid session arrives. */
  laterSucceeded(record: SessionRecord): void {
    this.take(this.intent(record));
    record.session.payment_status = 'paid';
    this.context.emit('checkout.session.async_payment_succeeded', record.session);
  }

  /** The later payment of a completed, unpaid session will not come. */
  laterFailed(record: SessionRecord): void {
    this.refuse(this.intent(record), LATER_FAILED);
    this.context.emit('checkout.session.async_payment_failed', record.session);
  }

  /** True while the money of a completed session is under way. */
  isLaterOpen(record: SessionRecord): boolean {
    const intent = this.knownIntent(record);
    return record.session.status === 'complete' && intent?.status === 'processing';
  }

  private intent(record: SessionRecord): Stripe.PaymentIntent {
    const known = this.knownIntent(record);
    if (known !== undefined) return known;
    const intent = paymentIntentObject(record, this.context.now());
    this.context.state.paymentIntents[intent.id] = intent;
    record.session.payment_intent = intent.id;
    return intent;
  }

  private knownIntent(record: SessionRecord): Stripe.PaymentIntent | undefined {
    const id = record.session.payment_intent;
    return typeof id === 'string' ? own(this.context.state.paymentIntents, id) : undefined;
  }

  private take(intent: Stripe.PaymentIntent): void {
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

  private refuse(intent: Stripe.PaymentIntent, message: string): void {
    const charge = chargeObject(intent, this.context.now(), message);
    this.context.state.charges[charge.id] = charge;
    intent.status = 'requires_payment_method';
    intent.latest_charge = charge.id;
    intent.last_payment_error = { type: 'card_error', code: 'card_declined', charge: charge.id, message };
    this.context.emit('charge.failed', charge);
    this.context.emit('payment_intent.payment_failed', intent);
  }

  private complete(record: SessionRecord, paymentStatus: Stripe.Checkout.Session.PaymentStatus): void {
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
