import type { Stripe } from 'stripe';
import { newId } from '../server/new-id.js';
import type { StripeContext } from './stripe-context.js';
import { noSuch, StripeError } from './stripe-error.js';
import { own, type WireDispute, type WireWarning } from './stripe-state.js';

/** What buyers' banks do after a payment: disputes, their end, and warnings before them. */
export class Disputes {
  constructor(private readonly context: StripeContext) {}

  /** Disputes, newest first. */
  all(): WireDispute[] {
    return Object.values(this.context.state.disputes).toReversed();
  }

  /** The bank takes what is left of a payment, or an amount; 409 while it has it already. */
  open(paymentIntent: string, amount?: number): WireDispute {
    const charge = this.chargeOf(paymentIntent);
    if (charge.disputed) throw new StripeError(409, `Charge ${charge.id} is disputed already.`);
    const dispute: WireDispute = {
      id: newId('du_1'),
      object: 'dispute',
      amount: amount ?? charge.amount_captured - charge.amount_refunded,
      charge: charge.id,
      created: this.context.now(),
      currency: charge.currency,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      reason: 'fraudulent',
      status: 'needs_response',
    };
    charge.disputed = true;
    this.context.state.disputes[dispute.id] = dispute;
    this.context.emit('charge.dispute.created', dispute);
    this.context.emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /** The bank decides; 409 when it has. */
  close(id: string, outcome: 'won' | 'lost'): WireDispute {
    const dispute = own(this.context.state.disputes, id);
    if (dispute === undefined) throw noSuch('dispute', id, 'id');
    if (dispute.status !== 'needs_response') throw new StripeError(409, `It is ${dispute.status}.`);
    dispute.status = outcome;
    if (outcome === 'won') this.context.emit('charge.dispute.funds_reinstated', dispute);
    this.context.emit('charge.dispute.closed', dispute);
    return dispute;
  }

  /** The card's bank calls a payment probable fraud. */
  warn(paymentIntent: string): WireWarning {
    const charge = this.chargeOf(paymentIntent);
    const warning: WireWarning = {
      id: newId('issfr_1'),
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge: charge.id,
      created: this.context.now(),
      fraud_type: 'unauthorized_use_of_card',
      livemode: false,
      payment_intent: paymentIntent,
    };
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
