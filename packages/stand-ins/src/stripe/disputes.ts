import type { Stripe } from 'stripe';
import { disputeObject, warningObject } from './dispute-objects.js';
import type { StripeContext } from './stripe-context.js';
import { noSuch, StripeError } from './stripe-error.js';
import { own } from './stripe-state.js';

/** Acts of buyers' banks after a payment: disputes, their end, and early warnings. */
export class Disputes {
  constructor(private readonly context: StripeContext) {}

  /** Disputes, newest first. */
  all(): Stripe.Dispute[] {
    return Object.values(this.context.state.disputes).toReversed();
  }

  /** The bank takes the rest of a payment, or an amount; 409 during a dispute. */
  open(paymentIntent: string, amount?: number): Stripe.Dispute {
    const charge = this.chargeOf(paymentIntent);
    if (charge.disputed) throw new StripeError(409, `Charge ${charge.id} is disputed already.`);
    const left = charge.amount_captured - charge.amount_refunded;
    const dispute = disputeObject(charge, amount ?? left, this.context.now());
    charge.disputed = true;
    this.context.state.disputes[dispute.id] = dispute;
    this.context.emit('charge.dispute.created', dispute);
    this.context.emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /** The bank decides a dispute; 409 for a decided one. */
  close(id: string, outcome: 'won' | 'lost'): Stripe.Dispute {
    const dispute = own(this.context.state.disputes, id);
    if (dispute === undefined) throw noSuch('dispute', id, 'id');
    if (dispute.status !== 'needs_response') throw new StripeError(409, `It is ${dispute.status}.`);
    dispute.status = outcome;
    if (outcome === 'won') this.context.emit('charge.dispute.funds_reinstated', dispute);
    this.context.emit('charge.dispute.closed', dispute);
    return dispute;
  }

  /** The card's bank warns of probable fraud. */
  warn(paymentIntent: string): Stripe.Radar.EarlyFraudWarning {
    const charge = this.chargeOf(paymentIntent);
    const warning = warningObject(charge, this.context.now());
    this.context.emit('radar.early_fraud_warning.created', warning);
    return warning;
  }

  private chargeOf(paymentIntent: string): Stripe.Charge {
    const { charges } = this.context.state;
    const charge = Object.values(charges).find(
      (one) => one.payment_intent === paymentIntent && one.status === 'succeeded',
    );
    if (charge === undefined) throw noSuch('payment_intent', paymentIntent, 'intent');
    return charge;
  }
}
