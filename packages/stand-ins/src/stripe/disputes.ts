import type { Stripe } from 'stripe';
import { newId } from '../server/stand-in.js';
import { type StripeContext, ownEntry } from './stripe-state.js';
import { notFound, StripeError } from './stripe-errors.js';

/** Time that a seller has to answer a dispute, s; most banks give as much. */
const ANSWER_WITHIN_S = 7 * 86_400;

/** Creates an unanswered dispute about an amount (cents) of a charge. `now` is in seconds. */
export function disputeObject(charge: Stripe.Charge, amount: number, now: number): Stripe.Dispute {
  return {
    id: newId('du_1'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: now + ANSWER_WITHIN_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Creates a card bank's early warning of fraud, which comes before a dispute. `now` is in seconds. */
export function warningObject(charge: Stripe.Charge, now: number): Stripe.Radar.EarlyFraudWarning {
  return {
    id: newId('issfr_1'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: now,
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' && { payment_intent: charge.payment_intent }),
  };
}

/** Actions of buyers' banks after a payment: disputes, their end, and early warnings. */
export class Disputes {
  constructor(private readonly context: StripeContext) {}

  /** Disputes, newest first. */
  all(): Stripe.Dispute[] {
    return Object.values(this.context.state.disputes).toReversed();
  }

  /** The bank reclaims an amount of a payment, default all that is left; 409 during a dispute. */
  open(paymentIntent: string, amount?: number): Stripe.Dispute {
    const charge = this.findCharge(paymentIntent);
    if (charge.disputed) throw new StripeError(409, `Charge ${charge.id} is disputed already.`);
    const left = charge.amount_captured - charge.amount_refunded;
    const dispute = disputeObject(charge, amount ?? left, this.context.now());
    charge.disputed = true;
    this.context.state.disputes[dispute.id] = dispute;
    this.context.emit('charge.dispute.created', dispute);
    this.context.emit('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /** The bank decides a dispute; 409 for a dispute that is already decided. */
  close(id: string, outcome: 'won' | 'lost'): Stripe.Dispute {
    const dispute = ownEntry(this.context.state.disputes, id);
    if (dispute === undefined) throw notFound('dispute', id, 'id');
    if (dispute.status !== 'needs_response') throw new StripeError(409, `It is ${dispute.status}.`);
    dispute.status = outcome;
    if (outcome === 'won') this.context.emit('charge.dispute.funds_reinstated', dispute);
    this.context.emit('charge.dispute.closed', dispute);
    return dispute;
  }

  /** The card's bank warns of possible fraud. */
  warn(paymentIntent: string): Stripe.Radar.EarlyFraudWarning {
    const charge = this.findCharge(paymentIntent);
    const warning = warningObject(charge, this.context.now());
    this.context.emit('radar.early_fraud_warning.created', warning);
    return warning;
  }

  private findCharge(paymentIntent: string): Stripe.Charge {
    const { charges } = this.context.state;
    const charge = Object.values(charges).find(
      (one) => one.payment_intent === paymentIntent && one.status === 'succeeded',
    );
    if (charge === undefined) throw notFound('payment_intent', paymentIntent, 'intent');
    return charge;
  }
}
